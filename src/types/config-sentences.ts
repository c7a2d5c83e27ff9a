// The sentences of `build()` without a name in them, for the compiler and the run: one for each rule.

export const needsLimits = '.build() needs limits; call .withLimits(defaultLimit, maxLimit) before it.'
export const needsTieBreaker = '.build() needs a tie-breaker; call .withTieBreaker(name) with a unique field before it.'
export const danglingWhen = '.when() gates the declaration that follows it; put one after it.'
export const whenNotGateable =
  '.when() gates a declaration that can be left out; move it before one such as .sortable() or .filterable().'
export const nothingSortable = '.defaultSortBy() needs a sortable field; call .sortable() before it.'
export const relevanceTaken = `.searchWith() gives the name 'relevance' to the rank of a search, which a field has; rename the field.`
export const badgeFirst = '.showBadge() marks the declaration just before it; put one there.'
export const noEstimate =
  '.withTotals({ estimate: true }) needs PostgreSQL or MySQL, whose planners estimate; leave estimate out.'
export const orderNotATerm =
  '.defaultSortBy() needs the name of a sortable field, or order terms such as desc(table.column); pass one of them.'
export const omitBesideSelect = '.omit() and .select() both say what an item is; keep one of them.'
export const childrenAfterSelect =
  '.children() after .select() is in no item; call it before, and name the set in .select().'
export const variantsNotAFunction =
  'configVariants() needs a function of flags that returns a built configuration; pass one.'
export const summaryNotARecord =
  '.withSummary() needs a record of aggregates, such as { revenue: sum(table.column) }; pass one.'
