// Requests quoted in the documentation, with the SQL and the JSON quoted after them.
import { type AnyPaginateConfig, isPaginateQueryError, paginate, PaginateQuery } from 'drizzle-paginate'
import { problemDetails } from 'drizzle-paginate/http'
import type { Statement } from '../../support/statement-log.js'
import type { ExampleEngine } from './engines.js'
import { chainsOf, importBlocks } from './modules.js'
import { type Block, type Page, pages } from './pages.js'

/** An `http` block with the `sql` and `json` blocks up to the next one. */
export interface Exchange {
  readonly request: Block
  readonly answers: readonly Block[]
}

export function exchangesOf(page: Page): readonly Exchange[] {
  const exchanges: { request: Block; answers: Block[] }[] = []
  for (const block of page.blocks) {
    // `ask` is put to a server of the page's own (getting-started.test.ts).
    if (block.info.has('ask')) continue
    if (block.language === 'http' && block.text.startsWith('GET /')) exchanges.push({ request: block, answers: [] })
    else if ((block.language === 'sql' || block.language === 'json') && !block.info.has('static'))
      exchanges.at(-1)?.answers.push(block)
  }
  return exchanges
}

export const engineOf = (block: Block): ExampleEngine['dialect'] =>
  block.info.has('sqlite') ? 'sqlite' : block.info.has('mysql') ? 'mysql' : 'postgresql'

/** `list=bookList` names an export of a block of the same page; without it the example's own list answers. */
async function listOf({ page, info }: Block, engine: ExampleEngine): Promise<AnyPaginateConfig> {
  const name = info.get('list')
  if (name === undefined) return engine.names['articleList'] as AnyPaginateConfig
  const chain = chainsOf(pages.find((other) => other.name === page) as Page).find((blocks) =>
    blocks.some(({ text }) => text.includes(`export const ${name} `)),
  )
  if (chain === undefined) throw new Error(`${page}: no block exports ${name}`)
  Object.assign(globalThis, engine.names)
  const module = (await importBlocks(engine, chain)) as Record<string, AnyPaginateConfig>
  return module[name] as AnyPaginateConfig
}

export interface Answer {
  readonly body: unknown
  readonly statements: readonly Statement[]
}

export async function answer({ request }: Exchange, engine: ExampleEngine): Promise<Answer> {
  const list = await listOf(request, engine)
  const url = new URL(request.text.replace(/^GET /, '').replace(/\n\s*/g, ''), 'http://localhost')
  const query = PaginateQuery.from(url)
  if (engine.db === null) return { body: null, statements: [engine.where(query, list)] }
  engine.log.clear()
  try {
    const page = await paginate(engine.db, query, list)
    return { body: JSON.parse(JSON.stringify(page)), statements: engine.log.statements() }
  } catch (error) {
    if (!isPaginateQueryError(error)) throw error
    return { body: problemDetails(error), statements: engine.log.statements() }
  }
}

/** What the block must say. `pick=items,meta.filter` quotes a part of the response; `where` the condition alone. */
export function expectedText(block: Block, { body, statements }: Answer): string {
  if (block.language === 'json') return layOut(picked(body, block.info.get('pick')), '')
  if (block.info.has('where')) return formatWhere(statements[0] as Statement)
  return statements.map(formatStatement).join('\n\n')
}

function picked(body: unknown, paths: string | undefined): unknown {
  if (paths === undefined) return body
  const result: Record<string, unknown> = {}
  for (const path of paths.split(',')) {
    const keys = path.split('.')
    let from = body as Record<string, unknown>
    let into = result
    for (const key of keys.slice(0, -1)) {
      from = from[key] as Record<string, unknown>
      into = (into[key] ??= {}) as Record<string, unknown>
    }
    const last = keys.at(-1) as string
    into[last] = from[last]
  }
  return result
}

const WIDTH = 125

/** JSON with what fits a line on one line. */
function layOut(value: unknown, indent: string): string {
  const flat = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ')
  if (typeof value !== 'object' || value === null || (flat.length + indent.length <= WIDTH && indent !== ''))
    return flat.replace(/\[ /g, '[').replace(/ \]/g, ']')
  const inner = `${indent}  `
  const members = Array.isArray(value)
    ? value.map((member) => inner + layOut(member, inner))
    : Object.entries(value).map(([key, member]) => `${inner}${JSON.stringify(key)}: ${layOut(member, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return members.length === 0 ? open + close : `${open}\n${members.join(',\n')}\n${indent}${close}`
}

const parameters = (params: readonly unknown[]): string => `-- parameters: ${layOut(params.map(shown), '  ')}`
const shown = (value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value)

function formatStatement({ sql, params }: Statement): string {
  return `${breakLines(sql)}\n${parameters(params)}`
}

function formatWhere({ sql, params }: Statement): string {
  const at = sql.indexOf('where ')
  return at === -1 ? '-- no condition' : `${sql.slice(at)}\n${parameters(params)}`
}

/** One clause a line, outside parentheses. */
function breakLines(sql: string): string {
  let depth = 0
  let text = ''
  for (let at = 0; at < sql.length; at++) {
    const character = sql[at] as string
    if (character === '(') depth++
    else if (character === ')') depth--
    const rest = sql.slice(at)
    if (depth === 0 && /^ (?:from|left join|inner join|where|order by|limit) /.test(rest)) text += '\n'
    else if (depth === 1 && sql.length > 130 && rest.startsWith(' and ')) text += '\n  '
    else text += character
  }
  return text
}
