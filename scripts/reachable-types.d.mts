/** A `build:done` hook. */
export declare function reachableTypes(build: { readonly options: { readonly outDir: string } }): void
