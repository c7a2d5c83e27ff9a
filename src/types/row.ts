/** A row as Drizzle hands it out, or an item made of it. */
export type Row = Record<string, unknown>
