// drizzle-paginate/explorer: a page to look at a list with, for development.
export { createExplorer, type ExplorerOptions } from './create-explorer.js'
export {
  createNodeExplorer,
  type FastifyExplorerReply,
  type NodeExplorer,
  type NodeExplorerRequest,
  type NodeExplorerResponse,
} from './create-node-explorer.js'
