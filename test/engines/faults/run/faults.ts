// The faults, each as long as its time lasts: what happens to the connections or to the server, and how clients behave
// meanwhile.
import { spawn } from 'node:child_process'
import { sql } from 'drizzle-orm'
import { ask, type AskOptions, type Tally } from './clients.js'
import type { Admin, Opened, OpenOptions } from './databases.js'
import type { TcpProxy } from './proxy.js'
import { OBSERVERS } from './servers.js'

export interface Scene {
  readonly adapter: string
  readonly driver: string
  readonly proxy: TcpProxy
  readonly admin: Admin
  readonly opened: Opened
  readonly port: number
  readonly tally: Tally
  readonly isOver: () => boolean
  /** The whole answer to each path of the load. */
  readonly expected: ReadonlyMap<string, string>
}

export interface Fault {
  readonly name: string
  /** Connections of the pool. @default 4 */
  readonly max?: number
  readonly limits?: OpenOptions['limits']
  readonly patience?: number
  /** Does postgres.js 3.4.9 lose calls by it, with plain calls too? */
  readonly losesCalls?: boolean
  readonly run: (scene: Scene) => Promise<void>
}

const CLIENTS = 6
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const ROUTES = [
  'list?filter.size=$gte:3&sortBy=size:DESC',
  'list?page=7&search=row%201',
  'within-list?filter.size=$in:1,2&limit=50',
  'export?filter.size=$in:1,2,3',
  'within-export?sortBy=size:DESC&filter.size=$in:2,5',
  'mapped?page=3',
]
export const PATHS = [1, 2].flatMap((tenant) => ROUTES.map((route) => `/${tenant}/${route}`))

/** Clients that ask one path after the other. */
async function load(scene: Scene, options: () => AskOptions = () => ({}), clients = CLIENTS): Promise<void> {
  const { port, tally, isOver, expected } = scene
  const asking = Array.from({ length: clients }, async (_, client) => {
    for (let turn = client; !isOver(); turn++) {
      const path = PATHS[turn % PATHS.length] as string
      const chosen = options()
      const outcome = await ask(port, path, chosen)
      tally.judge(path, outcome, expected.get(path) ?? null, chosen.leaveAfter !== undefined)
      // Errors that come at once would keep the process from doing anything else.
      if (outcome.status !== 200) await pause(10)
    }
  })
  await Promise.all(asking)
}

/** Does something again and again beside the load. */
async function beside(scene: Scene, every: number, act: () => unknown): Promise<void> {
  const acting = (async () => {
    while (!scene.isOver()) {
      await pause(every)
      await act()
    }
  })()
  await Promise.all([load(scene), acting])
}

const CALLBACKS = ['where', 'scope', 'map'].flatMap((place) =>
  OBSERVERS.flatMap((how) =>
    (place === 'map' ? ['mapped'] : ['list', 'export']).map((route) => `${route}?${place}=${how}`),
  ),
)
const OBSERVED = OBSERVERS.flatMap((how) =>
  ['answers', 'statements', 'export-answers', 'export-statements'].map((route) => `${route}-${how}`),
)

/** Requests whose callback fails, and others meanwhile. */
async function failCallbacks(scene: Scene): Promise<void> {
  const routes = [...CALLBACKS, ...OBSERVED]
  const failing = (async () => {
    for (let turn = 0; turn < routes.length || !scene.isOver(); turn++) {
      const path = `/${1 + (turn % 2)}/${routes[turn % routes.length]}`
      const leaveAfter = path.includes('never') ? 60 : undefined
      const outcome = await ask(scene.port, path, { leaveAfter })
      // What an observer does not throw leaves the answer as it is; there is no text to compare it with.
      const isWhole = outcome.status === 200 && outcome.isComplete
      scene.tally.judge(path, outcome, isWhole && path.includes('s-') ? outcome.body : null, leaveAfter !== undefined)
    }
  })()
  await Promise.all([load(scene, undefined, 2), failing])
}

/** Clients that begin an answer and read no more of it, as many as there are connections. */
async function halfOpen(scene: Scene): Promise<void> {
  const paths = PATHS.filter((path) => path.includes('export'))
  const stuck = Array.from({ length: 4 }, async (_, client) => {
    while (!scene.isOver()) {
      const path = paths[client % paths.length] as string
      const outcome = await ask(scene.port, path, { readAfter: 60_000, leaveAfter: 1500, patience: 1500 })
      scene.tally.judge(path, outcome, scene.expected.get(path) ?? null, true)
    }
  })
  await Promise.all([load(scene, undefined, 3), ...stuck])
}

/** The app holds the one connection, on and off. */
async function exhaust(scene: Scene): Promise<void> {
  await beside(scene, 50, () =>
    scene.opened
      .within(1, async () => {
        await pause(250)
      })
      .catch(() => {}),
  )
}

/**
 * A process of its own gets SIGTERM while it sends files. It ends by itself, without an error, after the files that are
 * under way; or at once where nothing listens, and no file looks whole that is not.
 */
async function terminate(scene: Scene): Promise<void> {
  const { adapter, driver, tally, expected } = scene
  for (let turn = 0; turn === 0 || !scene.isOver(); turn++) {
    const mode = turn % 2 === 0 ? 'graceful' : 'sudden'
    const args = [process.argv[1] as string, '--serve', mode, '--adapter', adapter, '--driver', driver]
    const env = { ...process.env, FAULTS_OF: String(process.pid), FAULTS_PORT: String(scene.proxy.port) }
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    let said = ''
    child.stderr.on('data', (data: Buffer) => (said = `${said}${data.toString()}`.slice(-500)))
    const exit = new Promise<number | string | null>((resolve) =>
      child.once('exit', (code, signal) => resolve(code ?? signal)),
    )
    const port = await new Promise<number>((resolve) =>
      child.stdout.once('data', (data: Buffer) => resolve(Number(data.toString()))),
    )
    const paths = PATHS.filter((path) => path.includes('export'))
    const asking = paths.map(async (path, at) => {
      const outcome = await ask(port, path, { readAfter: 40 * at })
      tally.judge(path, outcome, expected.get(path) ?? null)
    })
    await pause(30 + 10 * (turn % 5))
    child.kill('SIGTERM')
    await Promise.all(asking)
    const ended = await Promise.race([exit, pause(4000).then(() => 'not ended')])
    if (ended !== (mode === 'graceful' ? 0 : 'SIGTERM'))
      tally.add(
        ended === 'not ended' ? 'lost' : 'unhandled',
        `the process ended with ${String(ended)}: ${said.split('\n').slice(0, 8).join(' | ')}`,
      )
    child.kill('SIGKILL')
    await exit
  }
}

export const faults: readonly Fault[] = [
  { name: 'nothing', run: (scene) => load(scene) },
  { name: 'connections cut', losesCalls: true, run: (scene) => beside(scene, 150, () => scene.proxy.cut()) },
  {
    name: 'connections killed',
    losesCalls: true,
    run: (scene) => beside(scene, 150, () => scene.admin.kill(scene.proxy.portsAtServer)),
  },
  {
    name: 'server away',
    losesCalls: true,
    run: (scene) =>
      beside(scene, 500, async () => {
        scene.proxy.setDown(true)
        await pause(250)
        scene.proxy.setDown(false)
      }),
  },
  {
    name: 'network stalled',
    run: (scene) =>
      beside(scene, 200, async () => {
        scene.proxy.setStalled(true)
        await pause(300)
        scene.proxy.setStalled(false)
      }),
  },
  {
    name: 'statement time-outs',
    limits: { statement: 8 },
    run: (scene) => beside(scene, 300, () => scene.admin.lock(40)),
  },
  {
    name: 'lock time-outs',
    limits: { lock: 20 },
    run: (scene) => beside(scene, 100, () => scene.admin.lock(120)),
  },
  { name: 'pool exhausted', max: 1, patience: 150, run: exhaust },
  { name: 'clients that leave', run: (scene) => load(scene, () => ({ leaveAfter: 1 + Math.random() * 80 })) },
  { name: 'clients that stop reading', limits: { idle: 300 }, run: halfOpen },
  { name: 'callbacks that fail', run: failCallbacks },
  { name: 'tables altered', losesCalls: true, run: (scene) => beside(scene, 100, () => scene.admin.alter()) },
  { name: 'SIGTERM in a file', run: terminate },
]

/** How many transactions can be open at once: as many as the pool has connections, or some were lost. */
export async function heldAtOnce({ within }: Opened, wanted: number): Promise<number> {
  let held = 0
  let release = (): void => {}
  const all = new Promise<void>((resolve) => (release = resolve))
  const timer = setTimeout(release, 3000)
  const holding = Array.from({ length: wanted }, () =>
    within(1, async (tx) => {
      await (tx as unknown as { execute(statement: unknown): PromiseLike<unknown> }).execute(sql`select 1`)
      held++
      if (held === wanted) release()
      await all
    }).catch(() => {}),
  )
  await all
  clearTimeout(timer)
  // One that waits for a connection that never comes would wait for ever.
  await Promise.race([Promise.all(holding), pause(1000)])
  return held
}
