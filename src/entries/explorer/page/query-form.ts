// Explorer's page: the form, from a description and back to the client's query.
import { ListQuery, type ListQueryState, parseListQuery } from '../../client/list-query.js'
import type { ConfigDescription } from '../../../types/config-description.js'
import { button, byId, checkbox, type Choice, element, select } from './elements.js'
import { type FilterRow, filterRow } from './filter-row.js'
import { grouped } from './page-summary.js'
import { isSame, joined, otherParameters, sortedField } from './query-text.js'

export interface QueryForm {
  /** The query string of the form. A filter without a value is left out. */
  read(): string
  /** Fills the form with what a query string asks. @param keepsUnfinished leaves filters whose value is still to be typed */
  write(query: string, keepsUnfinished?: boolean): void
  /** Marks the controls of the parameter that was rejected; null for none. */
  mark(parameter: string | null): void
  /** To the first control that is marked. */
  focusFault(): void
  addFilter(): void
  addSort(): void
  focusSearch(): void
}

interface SortRow {
  readonly item: HTMLLIElement
  readonly text: () => string
}

/** @param onEdit is called after every change by hand */
export function queryForm(description: ConfigDescription, onEdit: () => void): QueryForm {
  const { filterableFields, searchableFields, searchWith } = description
  const sortableFields =
    searchWith === 'ranked' ? [...description.sortableFields, { name: 'relevance' }] : description.sortableFields
  const search = byId('search', HTMLInputElement)
  const searchBy = byId('search-by', HTMLDivElement)
  const filters = byId('filters', HTMLOListElement)
  const expression = byId('expression', HTMLInputElement)
  const sorts = byId('sorts', HTMLOListElement)
  const page = byId('page', HTMLInputElement)
  const limit = byId('limit', HTMLInputElement)
  const addFilter = byId('add-filter', HTMLButtonElement)
  const addSort = byId('add-sort', HTMLButtonElement)
  let filterRows: FilterRow[] = []
  let sortRows: SortRow[] = []
  let searchFields: HTMLInputElement[] = []
  // Of a list of cursors: kept while nothing is edited, shown nowhere.
  let position: Pick<ListQueryState, 'after' | 'before'> = { after: null, before: null }
  // Kept by every edit, shown nowhere.
  let fields: readonly string[] = []
  let others = ''
  const isCursorList = description.paging === 'cursor'
  const startOver = (): void => {
    page.value = ''
    position = { after: null, before: null }
  }

  byId('page-part', HTMLLabelElement).hidden = isCursorList
  byId('search-part', HTMLFieldSetElement).hidden = searchableFields.length === 0 && searchWith === undefined
  searchBy.hidden = description.ignoreSearchByInQueryParam || searchableFields.length === 0
  byId('filters-part', HTMLFieldSetElement).hidden = filterableFields.length === 0
  byId('expression-part', HTMLLabelElement).hidden = description.filterExpressions === undefined
  expression.placeholder = placeholderOf(filterableFields)
  byId('sorts-part', HTMLFieldSetElement).hidden = sortableFields.length === 0
  limit.placeholder = String(description.defaultLimit)
  byId('limits', HTMLParagraphElement).textContent = limitsText(description)

  const edited = (): void => {
    for (const row of filterRows) row.showConnector(filterRows.find((other) => other.isOf(row.field())) !== row)
    onEdit()
  }
  // Another question starts over at its first page; the page's own field does not.
  byId('query', HTMLFormElement).addEventListener('input', (event) => {
    if (event.target !== page) startOver()
    edited()
  })

  /** Focus stays where the next row is, or at the button that adds one. */
  const removed = (item: HTMLLIElement, other: HTMLElement): void => {
    const neighbour = item.nextElementSibling ?? item.previousElementSibling
    item.remove()
    ;(neighbour?.querySelector('select') ?? other).focus()
    startOver()
    edited()
  }

  const appendFilter = (field: string, criterion: string | null): FilterRow => {
    const row = filterRow(filterableFields, field, criterion, () => {
      const isFirst = filterRows.find((other) => other.isOf(row.field())) === row
      filterRows = filterRows.filter((other) => other !== row)
      if (isFirst) filterRows.find((other) => other.isOf(row.field()))?.lead()
      removed(row.item, addFilter)
    })
    filterRows.push(row)
    filters.append(row.item)
    return row
  }

  const appendSort = (entry: string): SortRow => {
    const row = sortRow(sortableFields.map(choiceOf), entry, () => {
      sortRows = sortRows.filter((other) => other !== row)
      removed(row.item, addSort)
    })
    sortRows.push(row)
    sorts.append(row.item)
    return row
  }

  const appendSearchField = (choice: Choice, isChecked: boolean): void => {
    const { label, input } = checkbox(choice.text ?? choice.value, isChecked, { value: choice.value })
    searchFields.push(input)
    searchBy.append(label)
  }

  const form: QueryForm = {
    read: () => {
      const query = new ListQuery({
        ...position,
        fields,
        sortBy: sortRows.map((row) => row.text()),
        search: search.value === '' ? null : search.value,
        searchBy: searchFields.filter((input) => input.checked).map((input) => input.value),
        filters: filterRows.flatMap((row) => {
          const text = row.text()
          return text === null ? [] : [[row.field(), text] as const]
        }),
        filterExpression: expression.value.trim() === '' ? null : expression.value,
      })
      // A blank number is the endpoint's default. A mistaken one is the endpoint's to reject, where the client would
      // throw.
      return joined(
        limit.value === '' ? '' : `limit=${limit.value}`,
        String(query),
        page.value === '' || page.value === '1' ? '' : `page=${page.value}`,
        others,
      )
    },
    write: (query, keepsUnfinished = false) => {
      const { state } = parseListQuery(query)
      const unfinished = keepsUnfinished ? filterRows.filter((row) => row.text() === null) : []
      position = { after: state.after, before: state.before }
      fields = state.fields
      others = otherParameters(query)
      filterRows = []
      sortRows = []
      searchFields = []
      filters.replaceChildren()
      sorts.replaceChildren()
      searchBy.replaceChildren()
      search.value = state.search ?? ''
      expression.value = state.filterExpression ?? ''
      for (const field of searchableFields)
        appendSearchField(
          choiceOf(field),
          state.searchBy.some((name) => isSame(name, field.name)),
        )
      for (const name of state.searchBy) {
        if (!searchableFields.some((field) => isSame(name, field.name)))
          appendSearchField({ value: name, text: `${name} (not offered)` }, true)
      }
      for (const [field, criterion] of state.filters) appendFilter(field, criterion)
      filterRows.push(...unfinished)
      filters.append(...unfinished.map(({ item }) => item))
      for (const entry of state.sortBy) appendSort(entry)
      page.value = state.page === 1 ? '' : String(state.page)
      limit.value = state.limit === null ? '' : String(state.limit)
      for (const row of filterRows) row.showConnector(filterRows.find((other) => other.isOf(row.field())) !== row)
    },
    mark: (parameter) => {
      const at = parameter?.toLowerCase()
      const mark = (control: Element, isAtFault: boolean): void => {
        if (isAtFault) control.setAttribute('aria-invalid', 'true')
        else control.removeAttribute('aria-invalid')
        if (isAtFault) control.setAttribute('aria-describedby', 'problem')
        else control.removeAttribute('aria-describedby')
      }
      mark(page, at === 'page')
      mark(limit, at === 'limit')
      mark(search, at === 'search')
      mark(expression, at === 'filter')
      for (const input of searchFields) mark(input, at === 'searchby' && input.checked)
      for (const row of sortRows)
        for (const control of row.item.querySelectorAll('select')) mark(control, at === 'sortby')
      for (const row of filterRows) {
        for (const control of row.item.querySelectorAll('select, .value'))
          mark(control, at === `filter.${row.field().toLowerCase()}`)
      }
    },
    focusFault: () => {
      // A value is more often wrong than its field.
      const marked = [...byId('query', HTMLFormElement).querySelectorAll<HTMLElement>('[aria-invalid=true]')].filter(
        (one) => !one.hidden,
      )
      const fault = marked.find((one) => one instanceof HTMLInputElement) ?? marked[0] ?? byId('url', HTMLInputElement)
      fault.focus()
    },
    addFilter: () => {
      const [first] = filterableFields
      if (first === undefined) return
      appendFilter(first.name, null).focus()
      edited()
    },
    addSort: () => {
      const taken = new Set(sortRows.map((row) => sortedField(row.text())))
      const field = sortableFields.find(({ name }) => !taken.has(name)) ?? sortableFields[0]
      if (field === undefined) return
      appendSort(`${field.name}:ASC`).item.querySelector('select')?.focus()
      edited()
    },
    focusSearch: () => search.focus(),
  }
  addFilter.addEventListener('click', form.addFilter)
  addSort.addEventListener('click', form.addSort)
  return form
}

/** An expression over the first two fields. */
function placeholderOf(fields: ConfigDescription['filterableFields']): string {
  const terms = fields
    .slice(0, 2)
    .map(({ name, operators }) => `${name}=${operators[0] === '$null' ? '$null' : `${operators[0]}:…`}`)
  return terms.join(' OR ')
}

export const choiceOf = ({
  name,
  badge,
}: {
  readonly name: string
  readonly badge?: { readonly label: string }
}): Choice => (badge === undefined ? { value: name } : { value: name, text: `${name} (${badge.label})` })

function sortRow(fields: readonly Choice[], entry: string, remove: () => void): SortRow {
  const colon = entry.lastIndexOf(':')
  const name = colon < 0 ? entry : entry.slice(0, colon)
  const spelled = fields.find(({ value }) => isSame(value, name))?.value ?? name
  const field = select('Sort field', fields, spelled)
  const directions = [
    { value: 'ASC', text: 'asc' },
    { value: 'DESC', text: 'desc' },
  ]
  const direction = select('Direction', directions, colon < 0 ? '' : entry.slice(colon + 1).toUpperCase())
  const item = element('li', {}, field, direction, button('×', remove, { 'aria-label': 'Remove sort' }))
  return { item, text: () => (direction.value === '' ? field.value : `${field.value}:${direction.value}`) }
}

function limitsText({
  defaultLimit,
  maxLimit,
  unlimitedMaxRows,
  defaultSort,
  fixedOrder = [],
  paging,
  totals,
}: ConfigDescription): string {
  const all = unlimitedMaxRows === null ? '' : `, −1 for all of up to ${grouped(unlimitedMaxRows)}`
  const sort = [...defaultSort, ...fixedOrder]
    .map(({ name, direction }) => `${name ?? 'an expression'} ${direction}`)
    .join(', ')
  const kind = paging === 'cursor' ? ' Pages by cursor.' : ''
  const counted =
    typeof totals === 'object' ? ` Counted up to ${grouped(totals.upTo)}.` : totals === 'none' ? ' Not counted.' : ''
  return `${defaultLimit} rows a page, at most ${maxLimit}${all}.${sort === '' ? '' : ` Sorted by ${sort} unless asked otherwise.`}${kind}${counted}`
}
