// The entries of the grids' filter menus, and Refine's operators, by the kind of column. test/frontends compares them with
// the packages.

/** Presets of dates, such as `lastWeek`, are apart: a list has none. */
export const AG_GRID_MENUS = {
  text: ['contains', 'notContains', 'equals', 'notEqual', 'startsWith', 'endsWith', 'blank', 'notBlank'],
  scalar: [
    'equals',
    'notEqual',
    'lessThan',
    'lessThanOrEqual',
    'greaterThan',
    'greaterThanOrEqual',
    'inRange',
    'blank',
    'notBlank',
  ],
} as const

export const MUI_MENUS = {
  string: [
    'contains',
    'doesNotContain',
    'equals',
    'doesNotEqual',
    'startsWith',
    'endsWith',
    'isEmpty',
    'isNotEmpty',
    'isAnyOf',
  ],
  number: ['=', '!=', '>', '>=', '<', '<=', 'isEmpty', 'isNotEmpty', 'isAnyOf'],
  date: ['is', 'not', 'after', 'onOrAfter', 'before', 'onOrBefore', 'isEmpty', 'isNotEmpty'],
  singleSelect: ['is', 'not', 'isAnyOf'],
} as const

const CHOICE = ['eq', 'ne', 'in', 'nin', 'null', 'nnull'] as const
export const REFINE_MENUS = {
  choice: CHOICE,
  text: [...CHOICE, 'contains', 'ncontains', 'startswith', 'nstartswith', 'endswith', 'nendswith'],
  scalar: [...CHOICE, 'lt', 'lte', 'gt', 'gte', 'between', 'nbetween'],
  /** Case-sensitive, or of array columns: a list is not asked. */
  refused: [
    'eqs',
    'nes',
    'containss',
    'ncontainss',
    'startswiths',
    'nstartswiths',
    'endswiths',
    'nendswiths',
    'ina',
    'nina',
  ],
} as const
