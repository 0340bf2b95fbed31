import { commonHeaders, type LiveServer, type PageAnswer, renderPage } from './page-policy.ts'

/** The live page of an environment, for a host that was started by `npm run dev`; `undefined`: none. Loopback only. */
export const readLiveServer = (environment: Readonly<Record<string, string | undefined>>): LiveServer | undefined => {
  const named = environment.PACKSHOT_LIVE_PAGE
  if (!named || !URL.canParse(named)) return undefined
  const { protocol, hostname, host, origin } = new URL(named)
  return protocol === 'http:' && hostname === '127.0.0.1' ? { origin, socket: `ws://${host}` } : undefined
}

/** Answers from the development server; its page gets the policy and the nonce of this load. */
export const answerLive = async (live: LiveServer, path: string): Promise<PageAnswer> => {
  const found = await fetch(`${live.origin}${path}`, { headers: { accept: '*/*' } })
  const type = found.headers.get('content-type') ?? 'application/octet-stream'
  const bytes = Buffer.from(await found.arrayBuffer())
  const page = type.startsWith('text/html') ? renderPage(bytes.toString('utf8'), live) : undefined
  const body = page ? Buffer.from(page.html) : bytes
  return {
    status: found.status,
    headers: {
      ...commonHeaders,
      'content-type': type,
      'content-length': String(body.byteLength),
      ...(page?.headers ?? { 'cache-control': 'no-store' }),
    },
    body: { kind: 'bytes', bytes: body },
  }
}
