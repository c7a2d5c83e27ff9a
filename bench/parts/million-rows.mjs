// Part "1,000,000 rows": requests whose price is the database's; each with the page form chosen and with the plain one.
import { preparePostgres } from '../data/postgres.mjs'
import { postgresEngine } from '../engines.mjs'
import { heavyRequests } from '../requests.mjs'
import { assertSameIds } from '../same-rows.mjs'
import { interleave, median, ratio } from '../stats.mjs'

const ROWS = 1_000_000
const milliseconds = (timing) => timing.median / 1000

const textOf = (rounds) => JSON.stringify(rounds.map((events) => events.map(({ sql, params }) => [sql, params])))
const pageTime = (rounds) =>
  median(
    rounds
      .flat()
      .filter(({ kind }) => kind === 'page')
      .map(({ milliseconds }) => milliseconds),
  )

export async function millionRows({ only }) {
  await preparePostgres(ROWS)
  const { contenders, statementsOf, close } = await postgresEngine()
  const rows = []
  const figures = {}
  try {
    for (const request of heavyRequests(ROWS)) {
      if (only !== undefined && !only.includes(request.id)) continue
      process.stderr.write(`  ${request.title}\n`)
      const answers = []
      const started = performance.now()
      for (const ask of Object.values(contenders)) answers.push(await ask(request))
      assertSameIds(request.title, answers)
      const timed = Object.fromEntries(Object.entries(contenders).map(([key, ask]) => [key, () => ask(request)]))
      const seconds = (performance.now() - started) / 1000
      const timings = await interleave(timed, { rounds: seconds > 5 ? 3 : seconds > 1 ? 5 : 9, blockMs: 100 })
      const { ours, plain, hand, parallel, raw, nest } = timings
      // Where both send the same statements, their ratio shows only how much the machine wavers.
      const chosen = []
      const plainForm = []
      for (let round = 0; round < 3; round++) {
        chosen.push(await statementsOf('ours', request))
        plainForm.push(await statementsOf('plain', request))
      }
      const isPlain = textOf(chosen) === textOf(plainForm)
      const [page, plainPage] = [pageTime(chosen), pageTime(plainForm)]
      const overPlain = ratio(timings, 'ours', 'plain')
      const overHand = ratio(timings, 'hand', 'ours')
      figures[request.id] = {
        hand: overHand,
        plain: isPlain ? null : overPlain,
        wavering: isPlain ? overPlain : null,
        pageGain: plainPage / page,
      }
      rows.push([
        request.title,
        answers[0].total,
        ...[ours, plain, raw, hand, parallel, nest].map(milliseconds),
        isPlain ? `same statements (${overPlain.toFixed(2)})` : overPlain,
        overHand,
        ratio(timings, 'nest', 'ours'),
        page,
        plainPage,
      ])
    }
  } finally {
    await close()
  }
  return {
    title: 'PostgreSQL, 1,000,000 rows: whole request (count and page), ms',
    columns: [
      'request',
      'total',
      'ours',
      'ours, plain form',
      'bare driver',
      'hand-written Drizzle',
      'hand-written, two connections',
      'nestjs-paginate',
      'ours : plain form',
      'hand-written : ours',
      'nestjs-paginate : ours',
      'page select alone, ours',
      'page select alone, plain form',
    ],
    rows,
    figures,
  }
}
