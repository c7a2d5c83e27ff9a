// The public surface of `drizzle-paginate/testing`.
export { checkList } from './check-list.js'
export { ListCheckError } from './list-check-error.js'
export type { CheckListOptions, ListCheckFailure } from './options.js'
export type { ListCheckReport } from './list-check-report.js'
export { explainList, type ExplainListOptions } from './explain-list.js'
export type { AdviceEntry, ListAdvice } from './list-advice.js'
