// testing: what several dialects do alike.

export const quoted =
  (mark: '"' | '`') =>
  (name: string): string =>
    `${mark}${name.replaceAll(mark, mark + mark)}${mark}`

/** Drivers answer rows, `{ rows }` or `[rows, fields]`. */
export function rowsOf(answer: unknown): readonly Readonly<Record<string, unknown>>[] {
  const { rows = answer } = answer as { readonly rows?: unknown }
  const list = rows as readonly unknown[]
  return (Array.isArray(list[0]) ? list[0] : list) as readonly Readonly<Record<string, unknown>>[]
}
