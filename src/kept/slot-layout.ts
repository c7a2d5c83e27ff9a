// Kept: where the values of a statement lie in the one list that is bound.

/** First positions: values of the plan from 0 on, then the host's, the selection's, and the bounds of the page. */
export interface SlotLayout {
  readonly host: number
  readonly hostCount: number
  readonly selection: number
  readonly selectionCount: number
  readonly limit: number
  readonly offset: number
  /** `limit + offset` */
  readonly end: number
}

export function slotLayout(planCount: number, hostCount: number, selectionCount: number): SlotLayout {
  const selection = planCount + hostCount
  const limit = selection + selectionCount
  return { host: planCount, hostCount, selection, selectionCount, limit, offset: limit + 1, end: limit + 2 }
}
