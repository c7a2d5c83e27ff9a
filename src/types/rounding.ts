// Stages plan and compile: how a value that a column cannot hold exactly is compared.

/**
 * Which way a value goes that lies between two values the column can hold. A comparison stays exact when the bound is
 * moved to the right neighbour; equality with such a value never holds.
 */
export type Rounding = 'exact' | 'floor' | 'ceil'
