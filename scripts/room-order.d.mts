/** Who may import whom: each line the lines before it. */
export const roomOrder: readonly (readonly string[])[]
/** As `docs/contributing/architecture.md` has it. */
export const roomOrderText: string
