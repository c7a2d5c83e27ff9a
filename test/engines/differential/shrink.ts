// A case on which engines disagree, made as small as it goes, and printed as a row of found.ts.
import type { ConfigSpec } from './config-spec.js'
import { type Pairs, queryString } from './generate.js'
import { type EngineSides, type Outcome, outcomesOf, type RequestText, type Way } from './outcome.js'
import type { DataSet } from './rows.js'

export interface Case<Request extends RequestText = RequestText> {
  readonly data: DataSet
  readonly config: ConfigSpec
  readonly request: Request
  readonly way: Way
}

export type Outcomes = ReadonlyMap<string, Outcome>

export async function prepare(sides: readonly EngineSides[], data: DataSet, config: ConfigSpec): Promise<void> {
  for (const side of sides) {
    await side.fill(data)
    side.configure(config)
  }
}

/** How a request is put to every side. */
export type Ask = (sides: readonly EngineSides[], request: RequestText, way: Way) => Promise<Outcomes>

/** The fewest parameters, or characters, then the fewest rows, that are still wrong. */
async function shrink(
  sides: readonly EngineSides[],
  { data, config, request, way }: Case,
  isWrong: (outcomes: Outcomes) => boolean,
  ask: Ask,
) {
  let fewest = request
  for (let size = Math.ceil(fewest.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < fewest.length;) {
      const fewer = without(fewest, from, size)
      if (isWrong(await ask(sides, fewer, way))) fewest = fewer
      else from += size
    }
  }
  let least = data
  for (const table of ['items', 'parts', 'owners', 'groups', 'labels'] as const) {
    for (let size = Math.ceil(least[table].length / 2); size >= 1; size = Math.floor(size / 2)) {
      for (let from = 0; from < least[table].length;) {
        const less: DataSet = { ...least, [table]: least[table].filter((_, at) => at < from || at >= from + size) }
        await prepare(sides, less, config)
        if (isWrong(await ask(sides, fewest, way))) least = less
        else from += size
      }
    }
  }
  await prepare(sides, least, config)
  const outcomes = await ask(sides, fewest, way)
  await prepare(sides, data, config)
  return { data: least, request: fewest, outcomes }
}

const without = (request: RequestText, from: number, size: number): RequestText =>
  typeof request === 'string'
    ? request.slice(0, from) + request.slice(from + size)
    : request.filter((_: Pairs[number], at: number) => at < from || at >= from + size)

/**
 * @param title how to run the case again
 * @param seen the outcomes that were wrong: a configuration that is made again may answer otherwise, with nothing kept
 * yet
 */
export async function reportOf(
  sides: readonly EngineSides[],
  title: string,
  failed: Case,
  isWrong: (outcomes: Outcomes) => boolean,
  ask: Ask = outcomesOf,
  seen?: Outcomes,
): Promise<string> {
  const { data, request, outcomes } = await shrink(sides, failed, isWrong, ask)
  if (seen !== undefined && !isWrong(outcomes)) {
    const { data, config, request, way } = failed
    const text = typeof request === 'string' ? request : queryString(request)
    return [
      `${title}: wrong once on ${text} (${JSON.stringify(way)}), right when asked again with nothing kept`,
      `request: ${JSON.stringify(request)}`,
      `config: ${JSON.stringify(config)}`,
      `data: ${JSON.stringify(data)}`,
      ...groupBy(seen).map(([outcome, names]) => `${names.join(', ')}: ${outcome}`),
    ].join('\n')
  }
  return [
    `${title}: wrong on ${typeof request === 'string' ? request : queryString(request)} (${JSON.stringify(failed.way)})`,
    `request: ${JSON.stringify(request)}`,
    `config: ${JSON.stringify(failed.config)}`,
    `data: ${JSON.stringify(data)}`,
    ...groupBy(outcomes).map(([outcome, names]) => `${names.join(', ')}: ${outcome}`),
  ].join('\n')
}

/** Which engines gave each outcome. */
function groupBy(outcomes: Outcomes): [Outcome, string[]][] {
  const names = new Map<Outcome, string[]>()
  for (const [name, outcome] of outcomes) names.set(outcome, [...(names.get(outcome) ?? []), name])
  return [...names]
}
