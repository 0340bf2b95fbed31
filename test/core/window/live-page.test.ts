import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { readLiveServer } from '../../../electron/core/window/live-page.ts'
import { liveNonce } from '../../../electron/core/window/page-policy.ts'
import { createServePage } from '../../../electron/core/window/serve-page.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const startPageServer = async (): Promise<string> => {
  const server = createServer((request, response) => {
    const isPage = request.url === '/'
    response.setHeader('content-type', isPage ? 'text/html' : 'text/javascript')
    response.end(isPage ? `<script nonce="${liveNonce}">1</script><meta name="csp-nonce" content="" />` : `// ${request.url}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const textOf = (answer: Awaited<ReturnType<ReturnType<typeof createServePage>>>): string =>
  answer.body.kind === 'bytes' ? Buffer.from(answer.body.bytes).toString() : ''

describe('a live page', () => {
  it('gets this load’s nonce for its scripts, and can only reach the development server’s socket', async () => {
    const origin = await startPageServer()
    const answer = createServePage({
      folder: '',
      live: readLiveServer({ PACKSHOT_LIVE_PAGE: origin }),
      locateImage: async () => undefined,
    })
    const page = await answer('/')
    const policy = page.headers['content-security-policy'] ?? ''
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1]
    expect(nonce).toBeTruthy()
    expect(textOf(page)).toContain(`<script nonce="${nonce}">`)
    expect(textOf(page)).toContain(`content="${nonce}"`)
    expect(policy).toContain(`connect-src 'self' ${origin.replace('http', 'ws')};`)
  })

  it('gets modules with their query, and pictures from the library as usual', async () => {
    const origin = await startPageServer()
    const answer = createServePage({
      folder: '',
      live: readLiveServer({ PACKSHOT_LIVE_PAGE: origin }),
      locateImage: async () => undefined,
    })
    expect(textOf(await answer('/main.tsx', '?t=1'))).toBe('// /main.tsx?t=1')
    expect((await answer('/thumbnail/img_000000000000000000000000')).status).toBe(404)
  })

  it.each([undefined, '', 'nonsense', 'http://example.com:1', 'https://127.0.0.1:1', 'http://localhost:1'])(
    'never comes from %s',
    (named) => {
      expect(readLiveServer({ PACKSHOT_LIVE_PAGE: named })).toBeUndefined()
    },
  )
})
