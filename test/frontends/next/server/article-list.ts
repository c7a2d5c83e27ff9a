export { articleList } from '../../../../docs/example/sqlite/article-list.js'
