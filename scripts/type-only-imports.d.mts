/** A `build:done` hook. */
export declare function typeOnlyImports(
  packages: readonly string[],
): (build: { readonly options: { readonly outDir: string } }) => void
