// Every shape of the small scopes on an engine: `npm run exhaust`, which bundles this file for a line of Drizzle and
// starts it.
import { setImmediate } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { npmVersion } from 'drizzle-orm/version'
import { openPglite, openSqlite, type ShapeEngine } from './check-shapes.js'
import { ordered, type Scope, sets } from './scopes.js'

const { values } = parseArgs({ options: { engine: { type: 'string', default: 'sqlite' } } })
const open = { sqlite: openSqlite, pglite: openPglite }[values.engine]
if (open === undefined) throw new Error(`--engine is sqlite or pglite, not ${values.engine}.`)
const engine: ShapeEngine = await open()

const SAY_EVERY = 15_000
const number = (value: number): string => value.toLocaleString('en-US')
const start = performance.now()
let said = start
let shapes = 0
let requests = 0

async function run<Item>({ name, size, at }: Scope<Item>, check: (item: Item) => Promise<number>): Promise<void> {
  for (let index = 0; index < size; index++) {
    requests += await check(at(index))
    shapes += 1
    if (performance.now() - said > SAY_EVERY) {
      said = performance.now()
      console.log(`  ${engine.name}, ${name}: ${number(index + 1)} of ${number(size)}`)
      await setImmediate()
    }
  }
  console.log(`${engine.name}, ${name}: ${number(size)} shapes of ${number(size)}`)
}

console.log(`${engine.name}, Drizzle ${npmVersion}`)
for (const scope of sets) await run(scope, engine.checkSet)
await run(ordered, engine.checkOrdered)
const whole = [...sets, ordered].reduce((sum, { size }) => sum + size, 0)
if (shapes !== whole) throw new Error(`${number(shapes)} of ${number(whole)} shapes were run.`)
const minutes = ((performance.now() - start) / 60_000).toFixed(1)
console.log(
  `${engine.name}, Drizzle ${npmVersion}: ${number(shapes)} shapes of ${number(whole)}, ${number(requests)} requests, ${minutes} minutes, none wrong`,
)
await engine.close()
