// drizzle-paginate/explorer: a page to look at a list with, for development.
export { explorerHandler, type ExplorerOptions } from './explorer-handler.js'
export {
  nodeExplorerHandler,
  type FastifyExplorerReply,
  type NodeExplorer,
  type NodeExplorerRequest,
  type NodeExplorerResponse,
} from './node-explorer-handler.js'
