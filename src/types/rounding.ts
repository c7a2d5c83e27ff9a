// Stages plan and compile: how a value that a column cannot hold exactly is compared.

/**
 * The direction in which a value is rounded that is between two values of the column. A comparison stays exact if the
 * bound is moved to the right neighbour; equality with such a value is never true.
 */
export type Rounding = 'exact' | 'floor' | 'ceil'
