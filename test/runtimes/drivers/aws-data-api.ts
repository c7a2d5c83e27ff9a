// The RDS Data API, the real SDK, with the service's endpoint in its request handler.
import { RDSDataClient } from '@aws-sdk/client-rds-data'
import { drizzle } from 'drizzle-orm/aws-data-api/pg'
import { dataApiHandler } from '../support/data-api.js'
import { openPglite } from '../support/pglite.js'
import { report } from '../support/report.js'

await report({
  engine: 'aws-data-api',
  open: async () => {
    const { ask, execute, close } = await openPglite()
    const client = new RDSDataClient({
      region: 'eu-central-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      requestHandler: dataApiHandler(ask) as never,
      maxAttempts: 1,
    })
    const database = { database: 'test', secretArn: 'arn:secret', resourceArn: 'arn:resource' }
    return { dialect: 'postgresql', drizzle: () => drizzle({ client, ...database }) as never, execute, close }
  },
})
