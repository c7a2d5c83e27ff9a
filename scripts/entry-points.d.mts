export declare function entryPoints(): Record<string, { readonly source: string; readonly output: string }>
export declare function exportsMap(): Record<string, unknown>
