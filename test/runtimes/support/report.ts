// How a runtime with a standard output tells its results: one line, which scripts/test-runtimes.mjs reads.
import type { RuntimeDriver } from './driver.js'
import { runSuite } from './suite.js'

export async function report(driver: RuntimeDriver): Promise<void> {
  const results = await runSuite(driver)
  console.log(`RESULTS ${JSON.stringify(results)}`)
}
