import { describe, expect, it } from 'vitest'
import { type Json, openTestWorkspace, type TestWorkspace } from './open-test-workspace.ts'

const bodyOf = async (answer: Response) => (await answer.json()) as Json
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const read = (w: TestWorkspace, path: string, headers: Record<string, string> = w.keyHeaders) => fetch(w.baseUrl + path, { headers })

const readable = ['tones', 'templates', 'audiences', 'projects', 'documents', 'knowledge', 'style-guides'] as const
const creatable = ['tones', 'audiences', 'projects', 'knowledge', 'style-guides'] as const

describe('the lists of a workspace', () => {
  it.each(readable)('can be read (%s) with a token with user, one with user:read, or an API key, and otherwise not', async (name) => {
    const w = await openTestWorkspace()
    const status = async (headers: Record<string, string>) => (await read(w, `/v1/${name}`, headers)).status
    expect(await status(w.keyHeaders)).toBe(200)
    expect(await status(bearer((await w.signIn('user:read')).access_token))).toBe(200)
    expect(await status(bearer((await w.signIn('user')).access_token))).toBe(200)
    expect(await status({})).toBe(401)
    expect(await status(bearer('wrong'))).toBe(401)
    await w.admin('POST', '/switches', { apiAccess: false })
    expect(await status(w.keyHeaders)).toBe(403)
  })

  it.each(creatable)('accept new entries in %s with a token with user, not with user:read', async (name) => {
    const w = await openTestWorkspace()
    const item = { name: 'New one', value: 'What it says.' }
    const before = (await bodyOf(await read(w, `/v1/${name}`))).pagination.totalRecords as number
    const reader = await w.json('POST', `/v1/${name}`, item, bearer((await w.signIn('user:read')).access_token))
    expect([reader.status, reader.headers.get('www-authenticate')]).toEqual([403, expect.stringContaining('insufficient_scope')])
    const made = await w.json('POST', `/v1/${name}`, item, bearer((await w.signIn('user')).access_token))
    expect(made.status).toBe(201)
    expect((await bodyOf(made)).data).toMatchObject(item)
    expect((await w.json('POST', `/v1/${name}`, { name: 'x' })).status).toBe(400)
    expect((await w.json('POST', `/v1/${name}`, { ...item, more: 1 })).status).toBe(400)
    expect((await bodyOf(await w.json('POST', `/v1/${name}`, { ...item, name: 'a\u202eb' }))).message.join()).toContain(
      'name: must not have',
    )
    const after = await bodyOf(await read(w, `/v1/${name}?size=100`))
    expect([after.pagination.totalRecords, after.data.at(-1)]).toEqual([before + 1, expect.objectContaining(item)])
  })

  it('accept no new documents or templates', async () => {
    const w = await openTestWorkspace()
    for (const name of ['documents', 'templates']) {
      const refused = await w.json('POST', `/v1/${name}`, { name: 'New', value: 'x' })
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  })

  it('are paged with links to the previous and next page, and can be searched by name', async () => {
    const w = await openTestWorkspace()
    for (let count = 0; count < 12; count += 1) await w.json('POST', '/v1/tones', { name: `100% voice ${count}`, value: 'x' })
    const first = await bodyOf(await read(w, '/v1/tones'))
    expect([first.data.length, first.pagination]).toEqual([10, { totalRecords: 15, page: 1, pageSize: 10, next: 2, prev: null }])
    const third = await bodyOf(await read(w, '/v1/tones?page=3&size=7'))
    expect([third.data.length, third.pagination]).toEqual([1, { totalRecords: 15, page: 3, pageSize: 7, next: null, prev: 2 }])
    const found = await bodyOf(await read(w, `/v1/tones?q=${encodeURIComponent('% VOICE 1')}`))
    expect(found.data.map(({ name }: Json) => name)).toEqual(['100% voice 1', '100% voice 10', '100% voice 11'])
    expect(first.data[0].id).toMatch(/^ton_/)
    const bad = ['page=0', 'page=x', 'size=0', 'size=101', 'page=1.5', 'page=']
    const odd = ['page=0x1', 'page=1e0', 'page=%201', 'page=%2B1', 'page=-1', 'size=0b1', 'page=1&page=2', 'size=1&size=1', 'q=a&q=b']
    for (const query of [...bad, ...odd]) expect([query, (await read(w, `/v1/tones?${query}`)).status]).toEqual([query, 400])
    expect((await bodyOf(await read(w, '/v1/tones?page=0x1&size=1&size=2'))).message).toEqual([
      'page: must be a whole number in decimal digits',
      'size: sent more than once',
    ])
  })

  it('list templates with their inputs, without paging', async () => {
    const w = await openTestWorkspace()
    const { data, pagination } = await bodyOf(await read(w, '/v1/templates'))
    expect(pagination).toBeUndefined()
    expect(data[0]).toEqual({
      id: expect.stringMatching(/^skl_/),
      name: 'Alt text',
      description: expect.any(String),
      inputSchema: expect.arrayContaining([{ name: 'answer', label: expect.any(String), type: 'string', required: true }]),
    })
  })
})

describe('the command operation', () => {
  const context = 'It is not a big box! Utilise it with care; it does not like water and it cannot be folded again.'
  const run = (w: TestWorkspace, inputs: Json, options?: Json, headers = w.keyHeaders) =>
    w.json('POST', '/v1/command', { inputs, ...(options ? { options } : {}) }, headers)
  const texts = async (answer: Response) => {
    expect(answer.status).toBe(201)
    return ((await bodyOf(answer)).data as Json[]).map(({ text }) => text as string)
  }

  it('requires the scope user', async () => {
    const w = await openTestWorkspace()
    const inputs = { command: 'Rewrite', context }
    expect((await run(w, inputs, undefined, {} as never)).status).toBe(401)
    expect((await run(w, inputs, undefined, bearer((await w.signIn('user:read')).access_token) as never)).status).toBe(403)
    expect((await run(w, inputs, undefined, bearer((await w.signIn('user')).access_token) as never)).status).toBe(201)
  })

  it('rewrites a text in the chosen brand voice', async () => {
    const w = await openTestWorkspace()
    const { data: tones } = await bodyOf(await read(w, '/v1/tones'))
    const with_ = async (name: string, more: Json = {}) =>
      (await texts(await run(w, { command: 'Rewrite', context, toneId: tones.find((tone: Json) => tone.name === name).id, ...more })))[0]
    expect(await with_('Friendly')).toContain('It isn’t a big box! Use it with care')
    expect(await with_('Plain')).toBe('It is not a big box. Use it with care; it does not like water. It cannot be folded again.')
    expect(await with_('Formal', { context: "It isn’t big! You can't fold it." })).toBe('It is not big. You cannot fold it.')
  })

  it('adds the document’s facts, shortens, lists, and returns as many outputs as differ', async () => {
    const w = await openTestWorkspace()
    const knowledge = (await bodyOf(await w.json('POST', '/v1/knowledge', { name: 'Box', value: 'Trees grow. Every box is recycled.' })))
      .data
    const some = { context: 'The box is red. The lid is blue.' }
    expect(await texts(await run(w, { ...some, command: 'Rewrite', knowledgeIds: [knowledge.id] }))).toEqual([
      'The box is red. The lid is blue. Every box is recycled.',
    ])
    expect(await texts(await run(w, { ...some, command: 'Shorten it' }))).toEqual(['The box is red.'])
    expect(await texts(await run(w, { ...some, command: 'As bullets' }))).toEqual(['- The box is red.\n- The lid is blue.'])
    expect(await texts(await run(w, { ...some, command: 'Rewrite' }, { outputCount: 3 }))).toEqual([
      'The box is red. The lid is blue.',
      'The box is red.',
    ])
  })

  it('says plainly what it cannot write', async () => {
    const w = await openTestWorkspace()
    const one = async (inputs: Json, options?: Json) => (await texts(await run(w, inputs, options)))[0]
    expect(await one({ command: 'Rewrite' })).toMatch(/^Cannot write: .*context/)
    expect(await one({ command: 'Sing', context })).toMatch(/^Cannot write: /)
    expect(await one({ command: 'Rewrite', context }, { outputLanguage: 'de' })).toMatch(/^Cannot write: .*English/)
  })

  it('rejects an invalid body, and items that are not in the workspace', async () => {
    const w = await openTestWorkspace()
    const status = async (inputs: Json, options?: Json) => (await run(w, inputs, options)).status
    expect(await status({})).toBe(400)
    expect(await status({ command: ' ' })).toBe(400)
    expect(await status({ command: 'Rewrite', other: 1 })).toBe(400)
    expect(await status({ command: 'Rewrite', context }, { outputCount: 0 })).toBe(400)
    for (const field of ['toneId', 'audienceId', 'styleId'])
      expect(await status({ command: 'Rewrite', context, [field]: 'ton_none' })).toBe(400)
    expect(await status({ command: 'Rewrite', context, knowledgeIds: ['kno_none'] })).toBe(400)
    const { data } = await bodyOf(await read(w, '/v1/knowledge'))
    expect(await status({ command: 'Rewrite', context, knowledgeIds: Array(4).fill(data[0].id) })).toBe(400)
  })

  it('has its own rate limit', async () => {
    const w = await openTestWorkspace()
    await w.admin('POST', '/switches', { requestsPerMinute: { command: 1, content: 1 } })
    expect((await run(w, { command: 'Rewrite', context })).status).toBe(201)
    const refused = await run(w, { command: 'Rewrite', context })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect([(await read(w, '/v1/tones')).status, (await read(w, '/v1/knowledge')).status]).toEqual([200, 429])
  })
})
