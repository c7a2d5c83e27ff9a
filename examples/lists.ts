// Four lists as applications have them, each asked once. Run it with `npm run example lists`; the lists are in
// `lists/`.
import { paginate, PaginateQuery } from 'drizzle-paginate'
import { apiKeyList } from './lists/api-keys.js'
import { customerList } from './lists/customers.js'
import { openLists } from './lists/database.js'
import { reportList } from './lists/reports.js'
import { transactionList } from './lists/transactions.js'

const { db, close } = await openLists()
const customers = await paginate(db, PaginateQuery.from('filter.country=$in:GB,US&limit=2'), customerList)
const transactions = await paginate(db, PaginateQuery.from('filter.party=$eq:Ada'), transactionList)
const keys = await paginate(db, PaginateQuery.from('search=ci'), apiKeyList, { scope: { tenantId: 1 } })
const reports = await paginate(db, PaginateQuery.from('filter.tag=$eq:help'), reportList)
console.log(JSON.stringify([customers, transactions, keys, reports].map(({ items }) => items)))
await close()
