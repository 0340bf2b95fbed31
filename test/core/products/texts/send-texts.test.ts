import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Job } from '../../../../shared/queue/jobs.ts'
import { describeWork } from '../../../../shared/queue/operations-words.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { startScriptedService } from '../../../support/scripted-service.ts'

const clock = { ahead: 0, now: () => Date.now() + clock.ahead }
const library = prepareTestLibrary({ clock })
const hour = 60 * 60 * 1000

const text = (words: string, productId = 'prd_1', attribute = 'Alt text') =>
  ({ product: { kind: 'id', productId }, attribute, text: words }) as const
const send = (words: string | ReturnType<typeof text>, unknown: 'ask' | 'replace' = 'ask') =>
  library.client().texts.send({ what: { kind: 'texts', texts: [typeof words === 'string' ? text(words) : words] }, unknown })
const sent = (): unknown[] =>
  library
    .service()
    .received.filter(({ method }) => method === 'PATCH')
    .map(({ path, json }) => [path.split('/').at(-1), json().attributes])
const jobs = (): Promise<Job[]> => library.client().jobs.list({ operation: 'set-text' })
const preview = async (...texts: ReturnType<typeof text>[]) =>
  (await library.client().texts.preview({ what: { kind: 'texts', texts }, offset: 0, limit: 10 })).rows
const nowAndThen = async (words: string) => (await preview(text(words)))[0]
const replaceAll = async (): Promise<void> => {
  const parked = (await jobs()).filter(({ status }) => status.state === 'parked' && status.choices.includes('replace'))
  await library.client().jobs.retry({ jobIds: parked.map(({ id }) => id), choice: 'replace' })
  await library.settled()
}
/** An answer that waits until the test opens it. */
const createGate = () => {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}
const active = async (): Promise<string> => (await library.client().session.get()).connection?.id ?? ''
/** Two workspaces; the first one is active. */
const connectTwo = async () => {
  const second = await startScriptedService()
  await library.connect()
  const asked = await active()
  await library.client().session.connect({ kind: 'api-key', baseUrl: second.baseUrl, apiKey: 'key', rates: { 'analyse-image': null } })
  const other = await active()
  await library.client().workspaces.switch({ connectionId: asked })
  return { asked, other, end: second.stop }
}
const begin = async (): Promise<void> => {
  clock.ahead = 0
  await library.connect()
  await library.start()
}

describe('a text for an attribute of a product', () => {
  it('is replaced without a question only where it is known: a person decides about an unknown one', async () => {
    await begin()
    await send('White mug')
    await library.settled()
    expect(sent()).toEqual([])
    const [job] = await jobs()
    expect(job?.status).toMatchObject({ state: 'parked', choices: ['replace'], reason: { failure: { kind: 'text-unknown', known: null } } })
    expect(await nowAndThen('White mug')).toMatchObject({ now: { source: 'unknown', text: null }, isSame: false })
    await replaceAll()
    expect(sent()).toEqual([['prd_1', { 'Alt text': 'White mug' }]])
    await send('Blue mug')
    await library.settled()
    expect(sent().at(-1)).toEqual(['prd_1', { 'Alt text': 'Blue mug' }])
    expect(await nowAndThen('Blue mug')).toMatchObject({ product: 'prd_1', now: { source: 'ledger', text: 'Blue mug' }, isSame: true })
    clock.ahead = 25 * hour
    expect(await nowAndThen('Red mug')).toMatchObject({ now: { source: 'old', text: 'Blue mug' } })
    await send('Red mug')
    await library.settled()
    expect((await jobs()).at(-1)?.status).toMatchObject({
      reason: { failure: { kind: 'text-unknown', known: 'Blue mug', why: 'too-old' } },
    })
    expect(sent()).toHaveLength(2)
  })

  it('of a new product is sent after its creation, and needs no question; pictures of the product stay as they are', async () => {
    await library.add(['mug.png'])
    await library.connect()
    await library.attach(['mug.png'], 'Mug')
    await library.client().texts.send({
      what: {
        kind: 'texts',
        texts: [
          { product: { kind: 'new', name: 'Mug' }, attribute: 'Alt text', text: 'A mug' },
          { product: { kind: 'new', name: 'Mug' }, attribute: 'Description', text: 'Holds tea' },
          { product: { kind: 'new', name: 'Hat' }, attribute: 'Alt text', text: 'A hat' },
        ],
      },
    })
    await library.start()
    await library.settled()
    expect((await library.counts()).parked).toBe(0)
    const bodies = library.service().received.filter(({ method, path }) => method === 'POST' && path === '/v1/products')
    expect(bodies.map(({ json }) => json().name).sort()).toEqual(['Hat', 'Mug'])
    expect(sent()).toHaveLength(4)
    const [mug] = (await library.client().products.list()).filter(({ name }) => name === 'Mug')
    expect(mug?.lists.map(({ attribute }) => attribute)).toEqual(['Images'])
    expect((await library.client().products.page({ offset: 0, limit: 10 })).rows.find(({ name }) => name === 'Mug')?.pictures).toBe(1)
  })

  it('that was changed while it waited is sent once, with its newest words; the same words are not queued twice', async () => {
    await library.connect()
    await send('One', 'replace')
    expect(await send('One', 'replace')).toEqual({ queued: 0, same: 1, blocked: 0 })
    await send('Two', 'replace')
    expect((await jobs()).map(({ status }) => status.state)).toEqual(['cancelled', 'waiting'])
    await library.start()
    await library.settled()
    expect(sent()).toEqual([['prd_1', { 'Alt text': 'Two' }]])
    const { rows } = await library.client().actions.page({ offset: 0, limit: 10, text: 'alt text', standings: [] })
    expect(rows).toHaveLength(2)
    const [job] = (await library.client().jobs.page({ states: ['done'], offset: 0, limit: 1 })).rows
    expect(job && describeWork(job.work, job)).toBe('Set “Alt text” of prd_1')
  })

  it('whose answer is lost is sent again, and our record ends with it', async () => {
    await begin()
    library.service().answer = (_, index) => (index === 1 ? 'cut' : undefined)
    await send('One', 'replace')
    await library.settled()
    expect(sent()).toEqual([
      ['prd_1', { 'Alt text': 'One' }],
      ['prd_1', { 'Alt text': 'One' }],
    ])
    expect(await nowAndThen('One')).toMatchObject({ isSame: true })
  })

  it('is known in the words that the workspace answers', async () => {
    await begin()
    library.service().answer = ({ method }) =>
      method === 'PATCH' ? { status: 200, body: { data: { id: 'prd_1', attributes: { 'alt text': 'Trimmed' } } } } : undefined
    await send('Trimmed ', 'replace')
    await library.settled()
    expect(await nowAndThen('Trimmed')).toMatchObject({ now: { source: 'ledger', text: 'Trimmed' }, isSame: true })
  })

  it('is not what the workspace answers from before the request', async () => {
    await begin()
    let before = 'Of a colleague'
    library.service().answer = ({ method, json }) => {
      if (method !== 'PATCH') return undefined
      const shown = before
      before = (json() as { attributes: Record<string, string> }).attributes['Alt text'] ?? ''
      return { status: 200, body: { data: { id: 'prd_1', attributes: { 'alt text': shown } } } }
    }
    await send('First', 'replace')
    await library.settled()
    expect(await nowAndThen('First')).toMatchObject({ now: { source: 'ledger', text: 'First' }, isSame: true })
    await send('Second')
    await library.settled()
    expect(await nowAndThen('Second')).toMatchObject({ now: { source: 'ledger', text: 'Second' }, isSame: true })
  })

  it('is put back where it is known and nothing else was sent since', async () => {
    await begin()
    await send('Unknown before', 'replace')
    await library.settled()
    await send('Second')
    await library.settled()
    await send(text('Other product', 'prd_2'), 'replace')
    await library.settled()
    const [first, second, third] = (await jobs()).toSorted((a, b) => a.createdAt - b.createdAt).map(({ id }) => id) as [
      string,
      string,
      string,
    ]
    expect(await library.client().texts.restore({ jobIds: [first, second, third] })).toEqual({
      queued: 1,
      cancelled: 0,
      left: { changed: 0, unknown: 2, 'not-sent': 0 },
    })
    await library.settled()
    expect(sent().at(-1)).toEqual(['prd_1', { 'Alt text': 'Unknown before' }])
    expect(await library.client().texts.restore({ jobIds: [second] })).toMatchObject({ queued: 0, left: { changed: 1 } })
  })

  it('that is unknown can be stated by a person, and is then put back when it is restored', async () => {
    await begin()
    await send('Ours')
    await send(text('Also ours', 'prd_2'))
    await library.settled()
    const [first, second] = (await jobs()).map(({ id }) => id) as [string, string]
    expect(await library.client().jobs.retry({ jobIds: [first], choice: 'retry', currentText: 'A colleague’s' })).toMatchObject({
      retried: 1,
    })
    await library.settled()
    expect(sent()).toEqual([['prd_1', { 'Alt text': 'Ours' }]])
    // It says nothing where the text is replaced whatever it is.
    expect(
      await library
        .client()
        .jobs.retry({ jobIds: [second], choice: 'replace', currentText: 'Also ours' })
        .catch(({ failure }) => failure),
    ).toEqual({ kind: 'text-without-use', jobId: second })
    await library.add(['Mug.png'])
    const [upload] = await library.client().jobs.list({ operation: 'upload-source' })
    expect(
      await library
        .client()
        .jobs.retry({ jobIds: [upload?.id ?? ''], choice: 'retry', currentText: 'Ours' })
        .catch(({ failure }) => failure),
    ).toEqual({ kind: 'text-without-use', jobId: upload?.id })
    // It says nothing about other products.
    expect(await library.client().jobs.retry({ jobIds: [], choice: 'retry', currentText: '' })).toEqual({ retried: 0, left: 1 })
    expect(await library.client().texts.restore({ jobIds: [first] })).toMatchObject({ queued: 1 })
    await library.settled()
    expect(sent().at(-1)).toEqual(['prd_1', { 'Alt text': 'A colleague’s' }])
    await library.client().jobs.retry({ jobIds: [second], choice: 'retry', currentText: 'Also ours' })
    await library.settled()
    expect(sent()).toHaveLength(2)
    expect(
      await library
        .client()
        .jobs.retry({ jobIds: [second], choice: 'retry', currentText: '' })
        .catch(({ code }) => code),
    ).toBe('usage')
  })

  it('can be stated for a text that waits, and is known when its turn comes', async () => {
    await begin()
    await library.client().queue.pause()
    await send('Ours')
    const [job] = await jobs()
    await library.client().jobs.retry({ jobIds: [job?.id ?? ''], choice: 'retry', currentText: 'A colleague’s' })
    expect(sent()).toEqual([])
    await library.client().queue.resume()
    await library.settled()
    expect(sent()).toEqual([['prd_1', { 'Alt text': 'Ours' }]])
    expect(await library.client().texts.restore({ jobIds: [job?.id ?? ''] })).toMatchObject({ queued: 1 })
    await library.settled()
    expect(sent().at(-1)).toEqual(['prd_1', { 'Alt text': 'A colleague’s' }])
  })

  it.each(['sent, waiting', 'waiting, sent'])('is put back where the next one, which waits, is cancelled with it (%s)', async (order) => {
    await begin()
    await send('First', 'replace')
    await library.settled()
    await send('Second')
    await library.settled()
    await library.client().queue.pause()
    await send('Third')
    const all = (await jobs()).toSorted((a, b) => a.createdAt - b.createdAt)
    const ids = { sent: all[1]?.id ?? '', waiting: all[2]?.id ?? '' }
    const jobIds = order.split(', ').map((one) => ids[one as keyof typeof ids])
    expect(await library.client().texts.restore({ jobIds })).toMatchObject({ queued: 1, cancelled: 1, left: { changed: 0 } })
    await library.client().queue.resume()
    await library.settled()
    expect(sent().at(-1)).toEqual(['prd_1', { 'Alt text': 'First' }])
  })

  it('is put back by one of two jobs that sent it, and counted for the other', async () => {
    await begin()
    for (const words of ['First', 'Same', 'Third', 'Same']) {
      await send(words, 'replace')
      await library.settled()
    }
    const all = (await jobs()).toSorted((a, b) => a.createdAt - b.createdAt).map(({ id }) => id)
    const jobIds = [all[1] ?? '', all[3] ?? '']
    expect(await library.client().texts.restore({ jobIds })).toMatchObject({ queued: 1, left: { changed: 1 } })
    await library.settled()
    expect(sent().at(-1)).toEqual(['prd_1', { 'Alt text': 'First' }])
  })

  it('that a person refused to replace is cancelled by restoring, and the rest of the action is put back', async () => {
    await begin()
    await send('Known', 'replace')
    await library.settled()
    await library.client().texts.send({ what: { kind: 'texts', texts: [text('New'), text('Never asked', 'prd_9')] } })
    await library.settled()
    const [action] = (await library.client().actions.page({ offset: 0, limit: 1, text: '', standings: ['attention'] })).rows
    expect(await library.client().texts.restore({ action: action?.action ?? 0 })).toMatchObject({ queued: 1, cancelled: 1 })
    await library.settled()
    expect(sent().at(-1)).toEqual(['prd_1', { 'Alt text': 'Known' }])
    expect((await library.counts()).parked).toBe(0)
  })

  it('is read before it is replaced where the connection says how, so that nothing is asked', async () => {
    await begin()
    let held = 'A colleague’s words'
    library.service().answer = ({ method, json }) => {
      if (method === 'PATCH') held = String((json().attributes as Record<string, string>)['Alt text'])
      return method === 'GET' ? { status: 200, body: { data: { id: 'prd_1', attributes: { Images: [], 'Alt text': held } } } } : undefined
    }
    const readProduct = { path: '/products/{productId}', list: 'data.attributes.{attribute}' }
    expect((await library.client().connections.change({ readProduct })).problems).toEqual([])
    await send('Ours')
    await library.settled()
    expect(held).toBe('Ours')
    const [job] = await jobs()
    expect(await library.client().texts.restore({ jobIds: [job?.id ?? ''] })).toMatchObject({ queued: 1 })
    await library.settled()
    expect(held).toBe('A colleague’s words')
  })

  it('is not “the same” while another request may have changed it; restoring that request sends what was there', async () => {
    await begin()
    await send('One', 'replace')
    await library.settled()
    let held = 'One'
    library.service().answer = ({ method, json }) => {
      if (method !== 'PATCH') return undefined
      held = String((json().attributes as Record<string, string>)['Alt text'])
      return 'cut'
    }
    await send('Two', 'replace')
    await expect.poll(() => held).toBe('Two')
    library.service().answer = () => undefined
    await library
      .client()
      .jobs.cancel({ jobIds: (await jobs()).slice(-1).map(({ id }) => id) })
      .catch(() => {})
    expect(await nowAndThen('One')).toMatchObject({ isSame: false })
    await send('One', 'replace')
    await library.settled()
    expect(sent().at(-1)).toEqual(['prd_1', { 'Alt text': 'One' }])
  })

  it('is blocked where the attribute holds pictures, and pictures where it holds a text', async () => {
    await library.add(['mug.png'])
    await begin()
    await library.attach(['mug.png'], 'Mug')
    const images = { product: { kind: 'new', name: 'Mug' }, attribute: 'images', text: 'A mug' } as const
    const what = { kind: 'texts' as const, texts: [images] }
    expect(await library.client().texts.send({ what, unknown: 'replace' })).toEqual({ queued: 0, same: 0, blocked: 1 })
    await library.settled()
    const [row] = (await library.client().texts.preview({ what, offset: 0, limit: 1 })).rows
    expect(row?.problem).toMatchObject({ failure: { kind: 'attribute-is-list', product: 'Mug' } })
    await send('A mug', 'replace')
    await library.settled()
    await library.attach(['mug.png'], 'unused', { product: { kind: 'id', productId: 'prd_1' }, attribute: 'Alt text' })
    await library.settled()
    const [parked] = await library.client().jobs.list({ operation: 'attach-sources', state: 'parked' })
    expect(parked?.status).toMatchObject({ reason: { failure: { kind: 'attribute-is-text' } } })
    expect(JSON.stringify(sent())).not.toContain('images')
  })

  it('is not put back over a newer one that waits, and is put back although the workspace tidied it', async () => {
    await begin()
    await send('Old', 'replace')
    await library.settled()
    library.service().answer = ({ method }) =>
      method === 'PATCH' ? { status: 200, body: { data: { id: 'prd_1', attributes: { 'Alt text': 'A' } } } } : undefined
    await send('A ')
    await library.settled()
    library.service().answer = () => undefined
    const first = (await jobs()).at(-1)?.id ?? ''
    await library.client().queue.pause()
    await send('B', 'replace')
    expect(await library.client().texts.restore({ jobIds: [first] })).toMatchObject({ queued: 0, left: { changed: 1 } })
    await library.client().jobs.cancel({ jobIds: (await jobs()).slice(-1).map(({ id }) => id) })
    expect(await library.client().texts.restore({ jobIds: [first] })).toMatchObject({ queued: 1, left: { changed: 0 } })
    await library.client().queue.resume()
    await library.settled()
    expect(sent().at(-1)).toEqual(['prd_1', { 'Alt text': 'Old' }])
  })

  it('that is too long is left out by name', async () => {
    const texts = [text('x'.repeat(100_001)), text('A mug', 'prd_2')]
    expect(await library.client().texts.send({ what: { kind: 'texts', texts } })).toEqual({ queued: 1, same: 0, blocked: 1 })
    expect((await preview(...texts))[0]?.problem).toMatchObject({ failure: { kind: 'text-too-long' } })
  })

  it('is refused by name when it is named twice or has no attribute', async () => {
    await expect(send(text('x', 'prd_1', ' '))).rejects.toMatchObject({ failure: { kind: 'attribute-empty' } })
    const twice = [text('x'), text('y', 'prd_1', 'ALT TEXT')]
    await expect(library.client().texts.send({ what: { kind: 'texts', texts: twice } })).rejects.toMatchObject({
      failure: { kind: 'text-twice' },
    })
    expect(await jobs()).toEqual([])
  })
})

type Step =
  | { readonly kind: 'send'; readonly words: string; readonly replaces: boolean }
  | { readonly kind: 'colleague'; readonly words: string }
  | { readonly kind: 'lost' | 'refused' | 'day' | 'restart' | 'restore' | 'agree' }

/** Colleagues change a text only after more than a day, as the connection says. */
it('never overwrites words of a colleague that no one was asked about, in any order of steps', async () => {
  const word = fc.constantFrom('one', 'two', 'three')
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('send' as const), words: word, replaces: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('colleague' as const), words: word.map((one) => `their ${one}`) }) },
    fc.record({ kind: fc.constantFrom('lost' as const, 'refused' as const, 'restart' as const, 'restore' as const, 'agree' as const) }),
  )
  let product = 0
  await begin()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      product += 1
      const productId = `prd_${product}`
      let held = ''
      let isTheirs = true
      let fault: 'lost' | 'refused' | null = null
      let overwritten: string | null = null
      let mayOverwrite = false
      library.service().answer = ({ method, path, json }) => {
        if (method !== 'PATCH' || !path.endsWith(productId)) return undefined
        const words = String((json().attributes as Record<string, string>)['Alt text'])
        const now = fault
        fault = null
        if (now === 'refused') return { status: 400, body: { statusCode: 400, message: ['no'], error: 'Bad Request' } }
        if (isTheirs && !mayOverwrite) overwritten = held
        held = words
        isTheirs = false
        return now === 'lost' ? 'cut' : undefined
      }
      for (const one of steps) {
        mayOverwrite = (one.kind === 'send' && one.replaces) || one.kind === 'agree'
        switch (one.kind) {
          case 'send':
            await send(text(one.words, productId), one.replaces ? 'replace' : 'ask')
            break
          case 'colleague':
            clock.ahead += 25 * hour
            held = one.words
            isTheirs = true
            break
          case 'lost':
          case 'refused':
            fault = one.kind
            break
          case 'restart':
            await library.reopen({ clock })
            await library.start()
            break
          case 'restore': {
            const done = (await jobs()).filter(({ work }) => work.operation === 'set-text' && work.productRef.length > 0)
            const last = done.at(-1)
            if (last) await library.client().texts.restore({ jobIds: [last.id] })
            break
          }
          case 'agree':
            await replaceAll()
            break
          case 'day':
            clock.ahead += 25 * hour
        }
        await library.settled()
      }
      expect(overwritten).toBeNull()
      const [known] = await preview(text('', productId))
      if (known?.now.source === 'ledger') expect(known.now.text).toBe(held)
    }),
    { numRuns: 25 },
  )
})

describe('texts that are queued while other things happen', () => {
  it('end with the text that was sent last, also if one before it says the same', async () => {
    await begin()
    const gate = createGate()
    const reply = { status: 200, body: { id: 'prd_1', name: 'Mug', attributes: { 'Alt text': 'One' } } }
    library.service().answer = (_, index) => (index === 1 ? gate.opened.then(() => reply) : undefined)
    await send('One', 'replace')
    await expect.poll(() => library.service().received.length).toBe(1)
    await send('Two', 'replace')
    await send('One', 'replace')
    gate.open()
    await library.settled()
    expect(sent().at(-1)).toEqual(['prd_1', { 'Alt text': 'One' }])
  })

  it.each([
    ['is cut', 'cut'],
    ['gets a 500', { status: 500, body: {} }],
    ['is refused, and is retried after the newer one', { status: 400, body: {} }],
  ] as const)('never follow a newer one: the older text %s while the newer one waits', async (_, reply) => {
    await begin()
    const gate = createGate()
    library.service().answer = (_, index) => (index === 1 ? gate.opened.then(() => reply) : undefined)
    await send('Old', 'replace')
    await expect.poll(() => library.service().received.length).toBe(1)
    await send('New', 'replace')
    gate.open()
    await expect.poll(async () => sent().length).toBeGreaterThan(1)
    await library.client().jobs.retry({ jobIds: [], choice: 'retry' })
    await library.settled()
    expect(sent().map((one) => (one as [string, Record<string, string>])[1]['Alt text'])).toEqual(['Old', 'New'])
    expect((await jobs()).map(({ status, notes }) => [status.state, ...notes.map(({ kind }) => kind)])).toEqual([
      ['done', 'newer-text'],
      ['done'],
    ])
  })

  it('are sent after all where the newer one was cancelled', async () => {
    await begin()
    const gate = createGate()
    library.service().answer = (_, index) => (index === 1 ? gate.opened.then(() => 'cut') : undefined)
    await send('Old', 'replace')
    await expect.poll(() => library.service().received.length).toBe(1)
    await send('New', 'replace')
    await library.client().jobs.cancel({ jobIds: (await jobs()).slice(-1).map(({ id }) => id) })
    gate.open()
    await library.settled()
    expect(sent()).toEqual(Array(2).fill(['prd_1', { 'Alt text': 'Old' }]))
  })

  it('all belong to the workspace in which they were sent, whichever is active before the last is queued', async () => {
    const { asked, other, end } = await connectTwo()
    const many = Array.from({ length: 400 }, (_, at) => text(`Text ${at}`, `prd_${at}`))
    const sending = library.client().texts.send({ what: { kind: 'texts', texts: many }, unknown: 'ask' })
    await library.client().workspaces.switch({ connectionId: other })
    await sending
    expect(await jobs()).toEqual([])
    await library.client().workspaces.switch({ connectionId: asked })
    expect(await jobs()).toHaveLength(many.length)
    await end()
  })

  it('are planned and sent for the workspace that the person saw, though another one is active', async () => {
    const { asked, other, end } = await connectTwo()
    await library.client().workspaces.switch({ connectionId: other })
    const what = { kind: 'texts' as const, texts: [text('White mug')] }
    const plan = await library.client().texts.preview({ what, workspace: asked, offset: 0, limit: 10 })
    expect(plan.total).toBe(1)
    await library.client().texts.send({ what, workspace: asked, unknown: 'ask' })
    expect(await jobs()).toEqual([])
    await library.client().workspaces.switch({ connectionId: asked })
    expect(await jobs()).toHaveLength(1)
    await expect(library.client().texts.send({ what, workspace: 'con_gone', unknown: 'ask' })).rejects.toMatchObject({ code: 'unknown-id' })
    expect(await jobs()).toHaveLength(1)
    await end()
  })
})
