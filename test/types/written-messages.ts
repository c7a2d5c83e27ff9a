// What compilers say of wrong programs, as tables of docs/contributing/compiler-messages.md:
// `UPDATE_DOCS=1 npx vitest run test/types` writes them.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const page = fileURLToPath(new URL('../../docs/contributing/compiler-messages.md', import.meta.url))

/** The first line of a message, without the place of the program. */
const firstLine = (message: string): string =>
  (message.split('\n')[0] ?? '')
    .replace(/^.*?: error TS\d+: /, '')
    .replace(/import\("[^"]*"\)\./g, '')
    .trim()

/** A long type is cut; what the message is there to say follows where the cut, or the first line, has left it out. */
function shown(message: string, sentence: string): string {
  const line = firstLine(message)
  const short = line.length <= 260 ? line : `${line.slice(0, 160)}…`
  return sentence.startsWith('"') || short.includes(sentence) ? code(short) : `${code(short)}<br>${code(sentence)}`
}

/** A code span of Markdown within a table. */
const code = (text: string): string => {
  const escaped = text.replaceAll('|', '\\|')
  return escaped.includes('`') ? `\`\` ${escaped} \`\`` : `\`${escaped}\``
}

/** @param said programs with what is said of each, in order, and the part of it that the test looks for */
export function expectWritten(
  section: string,
  said: readonly (readonly [program: string, message: string, sentence: string])[],
): void {
  const rows = said.map(([program, message, sentence]) => `| ${code(program)} | ${shown(message, sentence)} |`)
  const table = ['| Written | Said |', '|---|---|', ...rows].join('\n')
  const text = readFileSync(page, 'utf8')
  const [begin, end] = [`<!-- ${section} -->\n`, `\n<!-- /${section} -->`]
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)]
  expect([text.includes(begin), text.includes(end)]).toEqual([true, true])
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(page, text.slice(0, from) + table + text.slice(to))
  else expect(text.slice(from, to)).toBe(table)
}
