import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A service that takes whatever is posted, waits as long as it was told (milliseconds, the first argument), and answers with an id; no
// more answers a second than the second argument says (0: as many as come).
const [waitMs = 0, perSecond = 0] = process.argv.slice(2).map(Number)
let created = 0
let nextAt = 0

/** When an answer to a request that came now may go, in milliseconds from now. */
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
