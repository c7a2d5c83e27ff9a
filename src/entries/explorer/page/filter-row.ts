// Explorer's page: one criterion of a filter.
import { readCriterion } from '../../client/criterion.js'
import type { FilterableFieldDescription } from '../../../types/config-description.js'
import { OPERATOR_WORDS, type ValueCount, valueCountOf } from '../../../vocabulary.js'
import { button, checkbox, element, fillSelect, select } from './elements.js'
import { isOperator, isSame, withoutConnector } from './query-text.js'

export interface FilterRow {
  readonly item: HTMLLIElement
  field(): string
  isOf(field: string): boolean
  /** The criterion as `filter.<field>` sends it; null while its value is still to be typed. */
  text(): string | null
  /** A field's first criterion joins nothing. */
  showConnector(isShown: boolean): void
  /** Is the field's first criterion from now on. */
  lead(): void
  focus(): void
}

const labelOf = (token: string): string => (isOperator(token) ? OPERATOR_WORDS[token].label : '')

/** A token that the page does not know takes a value. */
const countOf = (token: string, field: FilterableFieldDescription | undefined): ValueCount =>
  isOperator(token) ? valueCountOf(token, field?.type === 'collection') : 'one'

let rowsMade = 0

export function filterRow(
  fields: readonly FilterableFieldDescription[],
  name: string,
  criterion: string | null,
  remove: () => void,
): FilterRow {
  const parts = readCriterion(criterion ?? fields.find((field) => field.name === name)?.operators[0] ?? '')
  const describedAs = (wanted: string): FilterableFieldDescription | undefined =>
    fields.find((field) => isSame(field.name, wanted))
  const choices = fields.map(({ name: value, badge, many, quantifier }) => {
    const notes = [badge?.label, many ? quantifier : undefined].filter((note) => note !== undefined)
    return { value, text: notes.length === 0 ? value : `${value} (${notes.join(', ')})` }
  })
  const field = select('Filter field', choices, describedAs(name)?.name ?? name)
  const operator = select('Operator', [], parts.operator)
  const values = element('datalist', { id: `values-${(rowsMade += 1)}` })
  const value = element('input', {
    class: 'value',
    'aria-label': 'Value',
    list: values.id,
    spellcheck: 'false',
    autocapitalize: 'off',
  })
  value.value = parts.value
  const connector = select('Joins the criterion before it', [{ value: 'and' }, { value: 'or' }], parts.connector)
  const not = checkbox('not', parts.isNegated)
  const modifiers = element('div', { class: 'modifiers' }, connector, not.label)
  const item = element(
    'li',
    {},
    field,
    button('×', remove, { 'aria-label': 'Remove filter' }),
    operator,
    value,
    values,
    modifiers,
  )

  const adapt = (wanted: string): void => {
    const described = describedAs(field.value)
    const operators = (described?.operators ?? []).map((token) => ({
      value: token,
      text: `${token} ${labelOf(token)}`.trim(),
    }))
    fillSelect(operator, operators, wanted)
    value.hidden = countOf(operator.value, described) === 'none'
    value.placeholder = placeholderOf(described, operator.value)
    const isBoolean = (described?.elementType ?? described?.type) === 'boolean'
    const offered = described?.values ?? (isBoolean ? ['true', 'false'] : [])
    values.replaceChildren(...offered.map((member) => element('option', { value: member })))
  }
  adapt(parts.operator)
  // As the URL wrote it until it is edited: `$EQ` or a criterion without its operator stays what was sent.
  let text: string | null = criterion
  item.addEventListener('input', (event) => {
    if (event.target === field) {
      const operators = describedAs(field.value)?.operators ?? []
      adapt(operators.find((token) => token === operator.value) ?? operators[0] ?? operator.value)
    } else if (event.target === operator) {
      adapt(operator.value)
    }
    text = compose()
    item.toggleAttribute('data-unfinished', text === null)
  })
  const compose = (): string | null => {
    const isUnfinished =
      value.value === '' ||
      (countOf(operator.value, describedAs(field.value)) === 'two' && !/^[^,]+,[^,]+$/s.test(value.value))
    if (!value.hidden && isUnfinished) return null

    const negation = not.input.checked ? '$not:' : ''
    const joint = connector.value === 'or' ? '$or:' : ''
    return `${joint}${negation}${operator.value}${value.hidden ? '' : `:${value.value}`}`
  }
  if (criterion === null) {
    text = compose()
    item.toggleAttribute('data-unfinished', text === null)
  }

  return {
    item,
    field: () => field.value,
    isOf: (other) => isSame(field.value, other),
    text: () => text,
    showConnector: (isShown) => (connector.hidden = !isShown && connector.value === 'and'),
    lead: () => {
      connector.value = 'and'
      text = text === null ? null : withoutConnector(text)
    },
    focus: () => field.focus(),
  }
}

function placeholderOf(field: FilterableFieldDescription | undefined, operator: string): string {
  if (field === undefined) return 'value'
  const type = field.elementType ?? field.type
  const placeholders: { readonly [Count in ValueCount]: string } = {
    none: '',
    one: type,
    two: `${type} from,to`,
    list: `${type},${type},…`,
  }
  return placeholders[countOf(operator, field)]
}
