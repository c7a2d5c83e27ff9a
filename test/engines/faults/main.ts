// Faults under load, on servers, for as long as is wanted: `npm run faults`, which bundles this file for a line of
// Drizzle and starts it. Every fault is done to every driver and every adapter in turn. It ends with 1 where an answer
// looked whole and was not, a connection was lost, a rejection went unhandled, the text of an error or a row of another
// tenant reached a client, or a call was never answered.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { npmVersion } from 'drizzle-orm/version'
import { ask, type Count, COUNTS, Tally } from './run/clients.js'
import { type Admin, type Driver, drivers } from './run/databases.js'
import { type Fault, faults, heldAtOnce, PATHS } from './run/faults.js'
import { TcpProxy } from './run/proxy.js'
import { type Adapter, adapters } from './run/servers.js'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    serve: { type: 'string' },
    adapter: { type: 'string' },
    driver: { type: 'string' },
  },
})
const CONNECTIONS = 4

/** The process that gets SIGTERM. */
async function serve(mode: string): Promise<void> {
  const adapter = adapters.find(({ name }) => name === values.adapter) as Adapter
  const driver = drivers.find(({ name }) => name === values.driver) as Driver
  const opened = driver.open({ port: Number(process.env['FAULTS_PORT']), max: CONNECTIONS })
  const server = await adapter.start(opened)
  if (mode === 'graceful') process.once('SIGTERM', () => void server.end().then(opened.close))
  console.log(server.port)
}

interface Prepared {
  readonly driver: Driver
  readonly admin: Admin
  readonly proxy: TcpProxy
}

interface Cell {
  readonly fault: Fault
  readonly driver: Driver
  readonly adapter: Adapter
}

async function runAll(): Promise<void> {
  const wanted = values.only.split(',').filter((name) => name !== '')
  const isWanted = (...names: string[]): boolean =>
    wanted.every((word) => names.some((name) => name.toLowerCase().includes(word.toLowerCase())))
  const cells: Cell[] = drivers.flatMap((driver) =>
    adapters.flatMap((adapter) =>
      faults
        .filter((fault) => isWanted(fault.name, driver.name, adapter.name))
        .map((fault) => ({ fault, driver, adapter })),
    ),
  )
  const milliseconds = (Number(values.minutes) * 60_000) / Math.max(cells.length, 1)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  let current = new Tally()
  const unhandled = (error: unknown): void => {
    const said = String((error as Error | undefined)?.stack ?? error)
    // postgres.js 3.4.9 writes to a socket that is not there any more.
    if (/reading 'write'[\s\S]*postgres\/src\/connection\.js/.test(said)) current.ofDriver++
    else current.add('unhandled', said.slice(0, 400))
  }
  // The server of fetch handlers writes the error of each broken body there.
  console.error = () => {}
  process.on('unhandledRejection', unhandled)
  process.on('uncaughtException', unhandled)
  const tallies = new Map<Cell, Tally>()
  let prepared: Prepared | undefined
  for (const cell of cells) {
    if (stop.signal.aborted) break
    const { driver } = cell
    if (prepared?.driver !== driver) {
      await prepared?.admin.close()
      prepared?.proxy.close()
      prepared = { driver, admin: await driver.prepare(), proxy: await TcpProxy.open(driver.address) }
    }
    current = new Tally()
    tallies.set(cell, current)
    await runCell(cell, prepared, current, milliseconds, stop.signal)
    for (const example of current.examples)
      console.log(`${cell.fault.name}, ${driver.name}, ${cell.adapter.name}: ${example}`)
  }
  await prepared?.admin.close()
  prepared?.proxy.close()
  print(tallies)
  // Calls that a driver never answered would keep the process alive.
  process.exit(process.exitCode ?? 0)
}

const known = new Map<string, ReadonlyMap<string, string>>()

/** What each path gives without a fault. */
async function answersOf(driver: Driver, adapter: Adapter, port: number): Promise<ReadonlyMap<string, string>> {
  const name = `${driver.name} ${adapter.name}`
  const found = known.get(name)
  if (found !== undefined) return found
  const opened = driver.open({ port, max: CONNECTIONS })
  const server = await adapter.start(opened)
  const answers = new Map<string, string>()
  for (const path of PATHS) {
    const { status, body, isComplete } = await ask(server.port, path)
    if (status !== 200 || !isComplete) throw new Error(`${path} gave ${String(status)} before the fault: ${body}`)
    answers.set(path, body)
  }
  await server.close()
  await opened.close()
  known.set(name, answers)
  return answers
}

/** Three times at most: what was cut while nobody used it fails once more. */
async function again<Value>(isEnough: (value: Value) => boolean, run: () => Promise<Value>): Promise<Value> {
  for (let turn = 1; ; turn++) {
    const value = await run()
    if (turn === 3 || isEnough(value)) return value
  }
}

async function runCell(
  { fault, driver, adapter }: Cell,
  { admin, proxy }: Prepared,
  tally: Tally,
  milliseconds: number,
  stop: AbortSignal,
): Promise<void> {
  const expected = await answersOf(driver, adapter, proxy.port)
  const { max = CONNECTIONS, limits, patience } = fault
  const opened = driver.open({ port: proxy.port, max, limits, patience })
  const server = await adapter.start(opened)
  const end = performance.now() + milliseconds
  const isOver = (): boolean => stop.aborted || performance.now() > end
  await fault.run({
    adapter: adapter.name,
    driver: driver.name,
    proxy,
    admin,
    opened,
    port: server.port,
    tally,
    isOver,
    expected,
  })
  await pause(300)
  const held = await again(
    (count) => count === max,
    () => heldAtOnce(opened, max),
  )
  tally.add('lost', 'connections of the pool', max - held)
  for (const path of limits?.statement === undefined ? PATHS : []) {
    const { status, body } = await again(
      (outcome) => outcome.body === expected.get(path),
      () => ask(server.port, path),
    )
    if (body !== expected.get(path)) tally.add('lost', `${path} gave ${String(status)} after the fault`)
  }
  if (driver.losesCalls && fault.losesCalls === true) tally.leaveToDriver('unanswered', 'lost')
  await Promise.race([server.close(), pause(1000)])
  await Promise.race([opened.close(), pause(1000)])
  await pause(50)
}

const TITLES: { readonly [name in Count]: string } = {
  notWhole: 'looked whole, were not',
  lost: 'connections lost',
  unhandled: 'unhandled rejections',
  errorText: 'error text to a client',
  otherTenant: 'rows of another tenant',
  unanswered: 'without an answer',
}

function print(tallies: ReadonlyMap<Cell, Tally>): void {
  const number = (value: number): string => value.toLocaleString('en-US')
  const lines: string[] = []
  for (const fault of faults) {
    for (const driver of drivers) {
      const some = [...tallies]
        .filter(([cell]) => cell.fault === fault && cell.driver === driver)
        .map(([, tally]) => tally)
      if (some.length === 0) continue
      const sum = (of: (tally: Tally) => number): number => some.reduce((total, tally) => total + of(tally), 0)
      const counts = COUNTS.map((name) => sum((tally) => tally.counts.get(name) ?? 0))
      if (counts.some((count) => count > 0)) process.exitCode = 1
      const outcomes = [sum(({ requests }) => requests), sum(({ whole }) => whole), sum(({ failed }) => failed)]
      const cells = outcomes.concat(
        counts,
        sum(({ ofDriver }) => ofDriver),
      )
      lines.push(`| ${fault.name}, ${driver.name} | ${cells.map(number).join(' | ')} |`)
    }
  }
  console.log(
    `Drizzle ${npmVersion}, adapters: ${[...new Set([...tallies.keys()].map(({ adapter }) => adapter.name))].join(', ')}`,
  )
  console.log(
    `| Fault | requests | whole | failed | ${COUNTS.map((name) => TITLES[name]).join(' | ')} | of the driver itself |`,
  )
  console.log(`|---|${'---:|'.repeat(4 + COUNTS.length)}`)
  console.log(lines.join('\n'))
}

if (values.serve === undefined) {
  await runAll().catch((error: unknown) => {
    console.log(String((error as Error).stack).slice(0, 2000))
    process.exit(1)
  })
} else await serve(values.serve)
