/** A `build:done` hook. */
export declare function typeOnlyImports(packages: readonly string[]): () => void
