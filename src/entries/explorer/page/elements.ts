// Explorer's page: elements from data. Text is always a text node: nothing a row or a URL holds becomes markup.
import type { Token } from './tokens.js'

type Attributes = Readonly<Record<string, string | boolean | undefined>>

/** Absent attributes for false and undefined, empty ones for true. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, '')
    else if (typeof value === 'string') made.setAttribute(name, value)
  }
  made.append(...children)
  return made
}

/** Text in colours; whole where it is so long that they would be slow. */
export function painted(text: string, tokensOf: (text: string) => readonly Token[]): readonly (Node | string)[] {
  if (text.length > 200_000) return [text]
  return tokensOf(text).map((token) =>
    token.kind === null || token.kind === 'name' ? token.text : element('span', { class: token.kind }, token.text),
  )
}

export function button(text: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, text)
  made.addEventListener('click', onClick)
  return made
}

/** An element of `page.html`. */
export function byId<Kind extends HTMLElement>(id: string, kind: abstract new () => Kind): Kind {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`The page has no '${id}'; please report.`)
  return found
}

/** What the browser keeps for the page; null for nothing, and where it refuses storage to the page. */
export function stored(kept: 'localStorage' | 'sessionStorage', name: string): string | null {
  try {
    return globalThis[kept].getItem(name)
  } catch {
    return null
  }
}

/** Where storage is refused, it is forgotten with the page. */
export function store(kept: 'localStorage' | 'sessionStorage', name: string, value: string): void {
  try {
    globalThis[kept].setItem(name, value)
  } catch {}
}

export interface Choice {
  readonly value: string
  readonly text?: string
}

/**
 * Offers all choices. A choice that only the URL names is offered too, so that the endpoint can say what is wrong with
 * it.
 */
export function select(label: string, choices: readonly Choice[], value: string): HTMLSelectElement {
  const made = element('select', { 'aria-label': label })
  fillSelect(made, choices, value)
  return made
}

export function fillSelect(target: HTMLSelectElement, choices: readonly Choice[], value: string): void {
  const isOffered = choices.some((choice) => choice.value === value)
  const all = isOffered ? choices : [...choices, { value, text: `${value} (not offered)` }]
  target.replaceChildren(
    ...all.map((choice) => element('option', { value: choice.value }, choice.text ?? choice.value)),
  )
  target.value = value
}

export function checkbox(
  text: string,
  isChecked: boolean,
  attributes: Attributes = {},
): { label: HTMLLabelElement; input: HTMLInputElement } {
  const input = element('input', { type: 'checkbox', ...attributes })
  input.checked = isChecked
  return { label: element('label', {}, input, text), input }
}
