// What is shown of a name: its sentence, then a signature without receiver, types and result, which take a page of types
// to write.
interface Part {
  readonly kind: string
  readonly text: string
}

export interface QuickInfo {
  readonly displayParts?: readonly Part[]
  readonly documentation?: readonly Part[]
}

const MAX_TYPE = 240
const CALLED: ReadonlySet<string> = new Set(['methodName', 'functionName', 'aliasName'])
const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('')

export function hoverText({ displayParts = [], documentation = [] }: QuickInfo): string {
  const [sentence = ''] = textOf(documentation).split('\n\n')
  const signature = signatureOf(displayParts)
  return [sentence.replace(/\s+/g, ' ').trim(), signature].filter((part) => part !== '').join('\n\n')
}

/** `withLimits(defaultLimit, maxLimit)` of a call; anything else as it is, shortened. */
function signatureOf(parts: readonly Part[]): string {
  const at = parts.findIndex(({ kind }) => CALLED.has(kind))
  const names = at === -1 ? null : parameterNames(parts.slice(at + 1))
  if (names !== null) return `${parts[at]?.text ?? ''}(${names.join(', ')})`
  const text = textOf(parts)
  return text.length > MAX_TYPE ? `${text.slice(0, MAX_TYPE)} …` : text
}

/** Those of the first list in parentheses; null where there is none. */
function parameterNames(parts: readonly Part[]): readonly string[] | null {
  const names: string[] = []
  let depth = 0
  let isOpen = false
  for (const [at, { kind, text }] of parts.entries()) {
    if (!isOpen && depth === 0 && text === '(') isOpen = true
    if (isOpen && depth === 1 && kind === 'parameterName' && text !== 'this')
      names.push(parts[at - 1]?.text === '...' ? `...${text}` : parts[at + 1]?.text === '?' ? `${text}?` : text)
    if ('([{<'.includes(text) && text.length === 1) depth += 1
    if (')]}>'.includes(text) && text.length === 1) depth -= 1
    if (isOpen && depth === 0) return names
    if (!isOpen && depth === 0 && text === ':') return null
  }
  return null
}
