// The public surface of `drizzle-paginate/testing`.
export { checkList } from './check-list.js'
export { ListCheckError } from './list-check-error.js'
export type {
  CheckedTenant,
  CheckListOptions,
  CheckName,
  CheckProgress,
  ListCheckFailure,
  ListCheckReport,
} from './options.js'
export { explainList, type ExplainListOptions } from './explain-list.js'
export type { AdviceEntry, ListAdvice, Service, SuggestedIndex } from './list-advice.js'
