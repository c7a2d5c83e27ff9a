// Starts the demo as a user does, in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../scripts/demo.mjs', import.meta.url))

export interface RunningDemo {
  /** `http://localhost:<port>` */
  readonly origin: string
  /** The path of the explorer over `/cities`, which it prints first. */
  readonly explorer: string
  /** The path of the explorer over `/cities/scroll`, which it prints next. */
  readonly scrollExplorer: string
  /** The paths worth opening, in order. */
  readonly paths: readonly string[]
  /** What it said of the time it took. */
  readonly secondsToReady: number
  readonly stderr: () => string
  /** Interrupts it, as Ctrl+C does, and gives its exit code. */
  stop(): Promise<number | null>
}

interface Output {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
}

function start(args: readonly string[]): Output {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  return { child, stdout: () => stdout, stderr: () => stderr }
}

/** Runs a demo that is expected to end by itself. */
export async function runToEnd(
  args: readonly string[],
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { child, stdout, stderr } = start(args)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout: stdout(), stderr: stderr() }
}

export async function startDemo(args: readonly string[]): Promise<RunningDemo> {
  const { child, stdout, stderr } = start([...args, '--port', '0'])
  const closed = once(child, 'close') as Promise<[number | null]>
  while (!stdout().includes('Ctrl+C')) {
    const ended = await Promise.race([once(child.stdout!, 'data').then(() => false), closed.then(() => true)])
    if (ended) throw new Error(`The demo ended before it was ready:\n${stdout()}\n${stderr()}`)
  }
  const urls = stdout().match(/http:\S+/g) ?? []
  const origin = new URL(urls[0]!).origin
  return {
    origin,
    explorer: urls[0]!.slice(origin.length),
    scrollExplorer: urls[1]!.slice(origin.length),
    paths: urls.slice(2).map((url) => url.slice(origin.length)),
    secondsToReady: Number(/Ready in ([\d.]+) s/.exec(stdout())?.[1]),
    stderr,
    stop: async () => {
      child.kill('SIGINT')
      return (await closed)[0]
    },
  }
}
