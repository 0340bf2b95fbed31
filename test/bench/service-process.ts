import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A service that takes whatever is posted, waits as long as it was told (milliseconds, the one argument), and answers with an id.
const waitMs = Number(process.argv[2] ?? 0)
let created = 0

const server = createServer((request, response) => {
  const answer = (): void => {
    created += 1
    const body = `{"data":{"id":"src_${created}"}}`
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  }
  request.resume()
  request.once('end', () => {
    if (waitMs === 0) answer()
    else setTimeout(answer, waitMs)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit(0))
