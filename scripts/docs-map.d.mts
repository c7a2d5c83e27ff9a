/** Files that the Markdown of a page leads to, each once. */
export declare function filesIn(markdown: string, file: string): string[]

/** Groups of docs/index.md, by its headings, with the pages that the column "Read" leads to. */
export declare const mapGroups: readonly { readonly label: string; readonly files: readonly string[] }[]
