// Builder, run time: one sentence per argument that a call cannot take, used as `callRefusals.unbuilt`.
// `types/type-error.ts` says the same at compile time.
import { DIALECT_TITLES, type DialectName } from '../vocabulary.js'
import type {
  FunctionOfRows,
  RelationalFind,
  RelationalMember,
  WrongDatabase,
  WrongFacets,
} from '../types/type-error.js'

export * from '../types/call-sentences.js'

export const scopeAnsweredNoSql = (of: string) => `A function of ${of} returned no SQL; return SQL for every scope.`
export const functionOfRows = <const Of extends string>(of: Of): FunctionOfRows<Of> =>
  `${of} needs rows.count() itself, not a function of it; write the function of the scope inside of rowsOf().`
export const wrongFacets = <const Call extends string>(call: Call): WrongFacets<Call> =>
  `${call} needs a record of facets, such as { status: true }; pass one.`

export const unknownOption = (call: string, name: string, near: string | null, what = 'option'): string =>
  `${call} has no ${what} '${name}'; ${near === null ? 'leave it out.' : `did you mean '${near}'?`}`
export const optionsNotARecord = (call: string): string =>
  `${call} needs a record as its options; pass one, or leave it out.`
export const wrongExcept = "The option except must be a list of names of filters, such as ['status']; pass one."
export const unknownExcept = (name: string, near: string | null): string =>
  unknownOption('The option except', name, near, 'filter')
export const wrongPath = "The option path must be text such as '/articles'; pass one, or leave it out."
export const wrongMap = 'A map must be a function of a row, or { all } with a function of all rows; pass one.'
export const unansweredMap = 'A map returned undefined for a row; return an item for each row, or null.'
export const wrongFunction = (name: string): string => `The option ${name} must be a function; pass one.`
export const wrongSignal = 'The option signal must be an AbortSignal; pass one, or leave it out.'
export const wrongFlag = (name: string): string => `The option ${name} must be true or false; pass one.`
export const wrongCache = 'The option cache must be a record of a text control and a function version, or {}; pass one.'
export const wrongStatement = '.applyTo() needs a select, a delete or an update of Drizzle; pass one.'
export const setOperation = '.applyTo() cannot filter a union, intersect or except; apply it to each of the selects.'
export const statementTable = (given: string, own: string): string =>
  `.applyTo() has a statement of '${given}', and the set is of '${own}'; pass one of that table, or its alias to .on().`
export const wrongRows = 'The rows must be an array; pass one, such as [...map.values()].'

export const optionsAsSelection =
  'The selection of summarize() is { where }; pass the selection before the options, or undefined for that of the list.'

export const splitList = (filter: string): string =>
  `Filter '${filter}' cannot have a comma or null in this list, because each criterion is about rows of its own; leave them out.`

export const relationalFind = <const Name extends string>(name: Name): RelationalFind<Name> =>
  `paginateRelational() takes with, columns and extras; the page says which rows there are, so leave '${name}' out.`
export const relationalMember = <const Name extends string>(name: Name): RelationalMember<Name> =>
  `paginateRelational() cannot pass '${name}' to findMany, which has no such member there; correct its name.`
export const wrongFind =
  'paginateRelational() needs a record of with, columns and extras after the list; pass one, such as {}.'
export const relationalTable = (given: string, own: string): string =>
  `The relational query reads '${given}', and the list is of '${own}'; pass db.query of the list's own table.`
export const relationalWithoutKey = (table: string): string =>
  `paginateRelational() needs a key of '${table}' by which its rows are found again; declare a primary key, or a tie-breaker of its columns.`

export const relationalWindow = (name: string): string =>
  `paginateRelational() reads rows by their keys, where the window function of extras.${name} would see only those; read it with paginate().`

/** Of a value that no cursor can hold, on the page that would hand it out. */
export function wrongSortKey(name: string, text: string | null): string {
  const value =
    text === null ? 'is null, which the schema rules out' : 'has a value that its type in the schema does not have'
  return `The sort key '${name}' of a row ${value}; correct the schema, or give the field another value type.`
}

const sentenceOf = (title: string): string =>
  `The database must be a Drizzle database or transaction of ${title}, as the configuration's table is; pass one.`
/** The type of one dialect's sentence stands for all of them. */
export const wrongDatabase = (dialect: DialectName): WrongDatabase<'sqlite'> =>
  sentenceOf(DIALECT_TITLES[dialect]) as WrongDatabase<'sqlite'>
