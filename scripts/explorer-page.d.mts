/** A plugin of rolldown's and Vite's. */
export interface ExplorerPagePlugin {
  readonly name: string
  readonly enforce: 'pre'
  transform(code: string, id: string): Promise<{ readonly code: string; readonly map: null } | null>
}
export declare function explorerPage(): ExplorerPagePlugin
