// drizzle-paginate/explorer: a page to look at a list with, for development.
export { explorerHandler, type ExplorerOptions } from './explorer-handler.js'
export { nodeExplorerHandler, type NodeExplorer } from './node-explorer-handler.js'
