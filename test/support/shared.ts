// What the test files of one worker share. It hangs on globalThis, since the environment and the test files are loaded
// by different module graphs.

interface Shared {
  readonly value: Promise<unknown>
  readonly close: (value: never) => unknown
}

const key = Symbol.for('drizzle-paginate:test-shared')
const registry = ((globalThis as Record<symbol, unknown>)[key] ??= new Map<string, Shared>()) as Map<string, Shared>

/** Makes a value once per worker; it is closed when the worker ends. */
export function shared<Value>(
  name: string,
  make: () => Promise<Value>,
  close: (value: Value) => unknown,
): Promise<Value> {
  const known = registry.get(name)
  if (known) return known.value as Promise<Value>
  const value = make()
  registry.set(name, { value, close })
  return value
}

export async function closeShared(): Promise<void> {
  const all = [...registry.values()].reverse()
  registry.clear()
  for (const { value, close } of all) await close((await value) as never)
}
