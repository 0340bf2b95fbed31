import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { followAuthorize, setUp, visit } from './test-session.ts'

let cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
  cleanUps = []
})

const change = (url: string, edit: (query: URLSearchParams) => void): string => {
  const changed = new URL(url)
  edit(changed.searchParams)
  return changed.href
}

/** Sends the head of a request a byte at a time and never ends it; resolves when the other side gives up. */
const dawdle = (url: URL): Promise<string> =>
  new Promise((resolve) => {
    const text = `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nX-Slow: ${'x'.repeat(10_000)}`
    let received = ''
    const bytes = Buffer.from(text)[Symbol.iterator]()
    const socket = connect(Number(url.port), '127.0.0.1')
    const timer = setInterval(() => socket.write(Buffer.from([bytes.next().value ?? 0x78])), 100)
    socket.on('data', (data) => {
      received += data
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      resolve(received.split(' ')[1] ?? 'closed')
    })
  })

type Attack = (real: string, index: number, old: string) => Promise<number | string>

/** Each kind with its count. Together they are a thousand less the second hits at the end. */
const attacks: readonly (readonly [string, number, Attack])[] = [
  ['wrong state', 200, (real, i) => visit(change(real, (query) => query.set('state', `guess-${i}`)))],
  ['no state', 50, (real) => visit(change(real, (query) => query.delete('state')))],
  ['two states', 50, (real, i) => visit(change(real, (query) => query.append('state', `${i}`)))],
  ['wrong iss', 100, (real, i) => visit(change(real, (query) => query.set('iss', `https://evil-${i}.example`)))],
  ['no iss', 40, (real) => visit(change(real, (query) => query.delete('iss')))],
  ['error with an unknown state', 50, (real, i) => visit(`${real.split('?')[0]}?error=access_denied&state=guess-${i}`)],
  ['path', 80, (real, i) => visit(real, { path: `${new URL(real).pathname}/${i}${new URL(real).search}` })],
  ['method', 80, (real, i) => visit(real, { method: ['POST', 'HEAD', 'PUT', 'OPTIONS'][i % 4] ?? 'POST' })],
  ['Host', 80, (real, i) => visit(real, { headers: { host: i % 2 ? `evil.example:${new URL(real).port}` : 'localhost' } })],
  ['foreign origin', 60, (real, i) => visit(real, { headers: { origin: `https://evil-${i}.example` } })],
  ['a page’s fetch or frame', 60, (real, i) => visit(real, { headers: { 'sec-fetch-dest': i % 2 ? 'iframe' : 'empty' } })],
  ['replay of an earlier sign-in', 40, (_real, _i, old) => visit(old)],
  ['1 MB query', 20, (real) => visit(change(real, (query) => query.set('junk', 'x'.repeat(1_048_576))))],
  ['slow loris', 40, (real) => dawdle(new URL(real))],
]
const secondHits = 50

/** A 4xx answer. Only these may also be cut off. */
const mayBeCut = ['1 MB query', 'slow loris', 'second hit']
const isRefusal = (kind: string, outcome: number | string): boolean =>
  typeof outcome === 'number' ? outcome >= 400 && outcome < 500 : mayBeCut.includes(kind) && outcome !== '200'

test('a thousand hostile callbacks during a live sign-in are all rejected, and the real one still completes', async () => {
  const made = await setUp()
  cleanUps.push(made.tearDown)
  let old = ''
  const session = made.open({
    openBrowser: async (url) => {
      old = await followAuthorize(url)
      void visit(old)
    },
  })
  await session.signIn({ openBrowser: true })

  let told: (url: string) => void = () => {}
  const authorizeUrl = new Promise<string>((resolve) => {
    told = resolve
  })
  const signIn = session.signIn({ openBrowser: false, onAuthorizeUrl: told })
  const real = await followAuthorize(await authorizeUrl)
  expect(new URL(real).host).toBe(new URL(old).host)

  const begun = performance.now()
  // Interleaved, the slow ones first: they stay open while the others arrive.
  const queue = attacks
    .flatMap(([kind, times, attack]) =>
      Array.from({ length: times }, (_, i) => ({ kind, order: i / times, run: () => attack(real, i, old) })),
    )
    .sort((a, b) => Number(b.kind === 'slow loris') - Number(a.kind === 'slow loris') || a.order - b.order)
  const refused = new Map<string, number>()
  const letIn: string[] = []
  const judge = (kind: string, outcome: number | string): void => {
    if (isRefusal(kind, outcome)) refused.set(kind, (refused.get(kind) ?? 0) + 1)
    else letIn.push(`${kind}: ${outcome}`)
  }
  const slow = queue.filter(({ kind }) => kind === 'slow loris').map(async ({ kind, run }) => judge(kind, await run()))
  const quick = queue.filter(({ kind }) => kind !== 'slow loris')
  const work = async (): Promise<void> => {
    for (let next = quick.shift(); next; next = quick.shift()) judge(next.kind, await next.run())
  }
  await Promise.all(Array.from({ length: 40 }, work))
  await Promise.all(slow)
  expect(letIn).toEqual([])
  expect(session.state().kind).toBe('signing-in')
  expect(made.server.control.counts.exchange).toBe(1)

  const hits = await Promise.all([visit(real), ...Array.from({ length: secondHits }, () => visit(real))])
  expect(hits.filter((outcome) => outcome === 200)).toHaveLength(1)
  for (const outcome of hits) if (outcome !== 200) judge('second hit', outcome)
  await signIn
  expect(made.server.accepts((await session.credential()).headers)).toBe(true)
  expect(made.server.control.counts.exchange).toBe(2)

  const total = [...refused.values()].reduce((sum, count) => sum + count, 0)
  expect(total).toBe(1_000)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.info(
    `${total} hostile callbacks refused in ${seconds} s, 1 real one taken: ${[...refused].map((one) => one.join(' ')).join(', ')}`,
  )
}, 30_000)
