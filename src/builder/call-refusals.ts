// Builder, run time: one sentence per argument that a call cannot take, used as `callRefusals.unbuilt`. `types/type-error.ts` says the same at
// compile time.
import { dialectFacts, type DialectName } from '../dialect-facts.js'
import type { CallSentences, WrongDatabase } from '../types/type-error.js'

export const needsScope: CallSentences['needsScope'] = 'The list is scoped, and the call has no scope; pass options.scope.'
export const needsWhere: CallSentences['needsWhere'] =
  'The list is scoped, and rows in memory need the scope as a predicate; pass options.where.'
export const unbuilt: CallSentences['unbuilt'] = 'The configuration is not built; call .build() at the end of its chain.'
export const uncalledVariants: CallSentences['uncalledVariants'] =
  'The configuration is a function made by configVariants(); call it with its flags.'
export const wrongConfig: CallSentences['wrongConfig'] =
  'The configuration must be one that paginateConfig(table)….build() returned; pass one.'
export const wrongQuery: CallSentences['wrongQuery'] =
  'The query must be a PaginateQuery or a plain record; PaginateQuery.from(source) makes one of a request, a URL or text.'

const sentenceOf = (title: string): string =>
  `The database must be a Drizzle database or transaction of ${title}, as the configuration's table is; pass one.`
/** The type of one dialect's sentence stands for all of them. */
export const wrongDatabase = (dialect: DialectName): WrongDatabase<'sqlite'> =>
  sentenceOf(dialectFacts(dialect).title) as WrongDatabase<'sqlite'>
