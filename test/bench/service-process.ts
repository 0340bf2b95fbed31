import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A service that accepts any POST, waits as long as told (milliseconds, the first argument), and answers with an id. It sends no
// more answers a second than the second argument says (0: no limit).
const [waitMs = 0, perSecond = 0] = process.argv.slice(2).map(Number)
let created = 0
let nextAt = 0

/** Milliseconds from now until a request that arrives now may be answered. */
const delay = (): number => {
  if (perSecond === 0) return waitMs
  const now = performance.now()
  nextAt = Math.max(nextAt + 1000 / perSecond, now)
  return Math.max(waitMs, nextAt - now)
}

const server = createServer((request, response) => {
  const answer = (): void => {
    created += 1
    const body = `{"data":{"id":"src_${created}"}}`
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  }
  request.resume()
  request.once('end', () => {
    const wait = delay()
    if (wait === 0) answer()
    else setTimeout(answer, wait)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit(0))
