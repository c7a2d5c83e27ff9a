// Explorer's page: headers that go with each run, for a tenant or a token. They live as long as the tab does.
import { button, byId, element, store, stored } from './elements.js'

const STORED = 'drizzle-paginate-explorer-headers'

type Header = readonly [name: string, value: string]

export interface RequestHeaders {
  /** Those that a page can send. */
  sent(): readonly Header[]
  /** Calls the listener after every change by hand. */
  onEdit(listener: () => void): void
}

/** A name and a value that a browser sends for a page: `Cookie` and `Host` are its own. */
export function isSendable([name, value]: Header): boolean {
  try {
    return new Request('http://localhost', { headers: [[name, value]] }).headers.has(name)
  } catch {
    return false
  }
}

export function requestHeaders(): RequestHeaders {
  let onEdit = (): void => undefined
  const list = byId('header-list', HTMLOListElement)
  const count = byId('headers-sent', HTMLSpanElement)
  const add = byId('add-header', HTMLButtonElement)
  const rows = (): Header[] =>
    [...list.children].map((item) => {
      const [name, value] = item.querySelectorAll('input')
      return [name?.value.trim() ?? '', value?.value.trim() ?? '']
    })
  const sent = (): readonly Header[] => rows().filter(isSendable)
  const changed = (): void => {
    store('sessionStorage', STORED, JSON.stringify(rows().filter(([name]) => name !== '')))
    const number = sent().length
    count.textContent = number === 0 ? '' : String(number)
    for (const item of list.children) {
      const [name, value] = item.querySelectorAll('input')
      const isWrong =
        name !== undefined && name.value.trim() !== '' && !isSendable([name.value.trim(), value?.value.trim() ?? ''])
      name?.toggleAttribute('aria-invalid', false)
      if (isWrong) name.setAttribute('aria-invalid', 'true')
      if (name !== undefined) name.title = isWrong ? 'A browser does not let a page send this header.' : ''
    }
  }
  const append = ([name, value]: Header): HTMLInputElement => {
    const attributes = { autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' }
    const nameInput = element('input', { ...attributes, 'aria-label': 'Header name', placeholder: 'X-Tenant' })
    const valueInput = element('input', { ...attributes, 'aria-label': 'Header value', placeholder: 'value' })
    nameInput.value = name
    valueInput.value = value
    const remove = button(
      '×',
      () => {
        item.remove()
        add.focus()
        changed()
        onEdit()
      },
      { 'aria-label': 'Remove header' },
    )
    const item = element('li', {}, nameInput, remove, valueInput)
    list.append(item)
    return nameInput
  }
  for (const header of storedHeaders()) append(header)
  // The form around it starts over with every field that is edited; a header changes no question.
  list.addEventListener('input', (event) => {
    event.stopPropagation()
    changed()
    onEdit()
  })
  add.addEventListener('click', () => append(['', '']).focus())
  changed()
  byId('headers', HTMLDetailsElement).open = list.children.length > 0
  return { sent, onEdit: (listener) => (onEdit = listener) }
}

function storedHeaders(): readonly Header[] {
  try {
    const found = JSON.parse(stored('sessionStorage', STORED) ?? '[]') as unknown
    return Array.isArray(found)
      ? found.map((entry: unknown) => [String((entry as Header)[0]), String((entry as Header)[1])])
      : []
  } catch {
    return [] // it holds something else
  }
}
