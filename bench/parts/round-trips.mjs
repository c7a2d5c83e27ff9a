// Part "round trips": a proxy between driver and server counts how often the driver speaks and waits for an answer.
import { handList } from '../contenders/hand.mjs'
import { oursConfig, oursList } from '../contenders/ours.mjs'
import { preparePostgres } from '../data/postgres.mjs'
import { COMMON_WORD } from '../data/rows.mjs'
import { drivers, proxyToPostgres } from '../proxy.mjs'
import { cheapRequest } from '../requests.mjs'
import { postgresTables } from '../tables.mjs'

const searchOfAuthor = (i) => ({
  list: `search=${COMMON_WORD}&searchBy=title&filter.authorId=$eq:${i + 1}`,
  hand: `q=${COMMON_WORD}&in=title&author=${i + 1}`,
})

/** Counts what clients say. A turn begins where the client speaks after the server has, or first. */
async function countingProxy() {
  const seen = { turns: 0, messages: '' }
  const proxy = await proxyToPostgres(() => {
    let isClientsTurn = false
    let hasStarted = false
    return {
      fromClient: (data) => {
        if (!isClientsTurn) seen.turns += 1
        isClientsTurn = true
        // The first message of a connection has no letter.
        if (hasStarted) seen.messages += messageLetters(data)
        hasStarted = true
      },
      fromServer: (_, send) => {
        isClientsTurn = false
        send()
      },
    }
  })
  return { ...proxy, seen, reset: () => Object.assign(seen, { turns: 0, messages: '' }) }
}

/** Parse, Bind, Describe, Execute, Sync, Flush, Query: a letter and a length each. */
function messageLetters(data) {
  let letters = ''
  for (let at = 0; at + 5 <= data.length; at += 1 + data.readUInt32BE(at + 1)) letters += String.fromCharCode(data[at])
  return letters
}

export async function roundTrips() {
  await preparePostgres(1_000_000)
  const tables = postgresTables()
  const requests = [
    ['equality', (i) => cheapRequest(i, 1000)],
    ['list', (i) => ({ list: `filter.authorId=$in:${i + 1},${i + 2}`, hand: `author=${i + 1}` })],
    ['search (LIKE)', searchOfAuthor],
  ]
  const rows = []
  const figures = {}
  for (const [driver, open] of Object.entries(drivers)) {
    const proxy = await countingProxy()
    const { db, close } = open({ ...proxy.address, max: 1 })
    const ours = oursList(db, oursConfig(tables))
    const hand = handList(db, tables)
    const count = async (ask) => {
      // Three requests to warm up, then one is counted.
      for (let i = 0; i < 3; i++) await ask(i)
      proxy.reset()
      await ask(2)
      return { ...proxy.seen }
    }
    for (const [title, request] of requests) {
      const own = await count((i) => ours(request(i).list))
      const byHand = await count((i) => hand(request(i).hand))
      rows.push([driver, title, own.turns, own.messages, byHand.turns, byHand.messages])
      figures[`${driver} ${title}`] = own.turns
    }
    await close()
    proxy.close()
  }
  return {
    title: 'Round trips of a warm request on one connection (letters: messages of the PostgreSQL protocol)',
    columns: ['driver', 'request', 'ours', 'its messages', 'hand-written Drizzle', 'messages by hand'],
    rows,
    figures,
  }
}
