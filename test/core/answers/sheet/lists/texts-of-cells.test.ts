import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { startReaderThread } from '../../../../../electron/core/base/database/reader.ts'
import { waitFor } from '../../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../../support/open-test-library.ts'
import { readAnswers } from '../../../../support/read-answers.ts'

/** Answers of the lists' thread wait for `release`. */
let held: (() => void)[] | null = null
const release = (): void => {
  for (const one of held ?? []) one()
  held = null
}
let isReady = false
const library = prepareTestLibrary({
  log: ({ event }) => {
    isReady ||= event === 'reader-ready'
  },
  startReader: () => {
    const thread = startReaderThread(entry, join(library.folder(), 'data'))
    const emit = thread.emit.bind(thread)
    return Object.assign(thread, {
      emit: (name: string, ...said: unknown[]): boolean => {
        if (name !== 'message' || !held) return emit(name as 'message', ...said)
        held.push(() => emit('message', ...said))
        return true
      },
    })
  },
})
const entry = fileURLToPath(new URL('../../../../../electron/core/reader-thread.ts', import.meta.url))
const columns = [{ question: 'Alt text?', attribute: 'Alt text' }]
const cells = (more: object = {}) => ({ kind: 'cells', columns, onlyApproved: false, ...more }) as const
const preview = (more: object = {}) => library.client().texts.preview({ what: cells(more), offset: 0, limit: 10 })

it('sends the text of each product’s main picture to that product, and creates none twice', async () => {
  const files = ['hat/1.png', 'hat/2.png', 'mug/1.png']
  await library.add(files.map((name) => name.replace('/', '-')))
  await library.connect()
  await library.attach(['hat-2.png', 'hat-1.png'], 'Hat')
  await library.attach(['mug-1.png'], 'Mug')
  await library.start()
  await library.ask(['hat-1.png', 'hat-2.png'], 'Alt text?')
  await library.settled()
  const [answer] = (await readAnswers(library.client())).filter(({ imageName }) => imageName === 'hat-2.png')
  await library.client().questions.edit({ jobId: answer?.jobId ?? '', text: 'A gray hat' })
  const plan = await preview()
  expect(plan).toMatchObject({ total: 1, products: 1, empty: 1, blocked: 0, same: 0 })
  expect(plan.rows).toMatchObject([{ product: 'Hat', attribute: 'Alt text', now: { source: 'ledger', text: '' }, after: 'A gray hat' }])
  // Its other picture has the workspace's own answer.
  expect(plan).toMatchObject({ differing: 1, onlyOthers: 0, rows: [{ picture: 'hat-2.png', differing: 1 }] })
  expect(await preview({ onlyApproved: true })).toMatchObject({ total: 0, empty: 2 })
  const many = Array.from({ length: 200 }, (_, at) => ({ question: at === 0 ? 'Alt text?' : `Question ${at}?`, attribute: `Text ${at}` }))
  expect(await preview({ columns: many })).toMatchObject({ total: 1, empty: 399 })
  const shown = (more: object) => ({ view: { setId: 'asked', ...more } })
  expect(await preview(shown({ text: 'mug' }))).toMatchObject({ total: 0, empty: 1 })
  expect(await preview(shown({ text: 'hat' }))).toMatchObject({ total: 1, empty: 0 })
  const hat = (await readAnswers(library.client())).find(({ imageName }) => imageName === 'hat-1.png')
  const images = await library.client().sheet.keepSelection({ imageIds: [hat?.imageId ?? ''] })
  expect(await preview(shown({ images }))).toMatchObject({ total: 1, products: 1, empty: 0 })
  expect(
    await library
      .client()
      .texts.send({ what: cells(shown({ text: 'mug' })) })
      .catch(({ code }) => code),
  ).toBe('usage')
  expect(await library.client().texts.send({ what: cells() })).toEqual({ queued: 1, same: 0, blocked: 0 })
  await library.settled()
  const sent = library.service().received.filter(({ method, json }) => method === 'PATCH' && 'Alt text' in (json().attributes as object))
  expect(sent.map(({ json }) => json().attributes)).toEqual([{ 'Alt text': 'A gray hat' }])
  expect(library.service().received.filter(({ method, path }) => method === 'POST' && path === '/v1/products')).toHaveLength(2)
  expect(await preview()).toMatchObject({ total: 1, same: 1 })
})

it('says where only another picture than the main one has a text, and proposes the attributes that are used already', async () => {
  await library.add(['hat-1.png', 'hat-2.png', 'mug-1.png'])
  await library.connect()
  await library.attach(['hat-1.png', 'hat-2.png'], 'Hat')
  await library.attach(['mug-1.png'], 'Mug')
  await library.start()
  await library.ask(['hat-2.png', 'mug-1.png'], 'Alt text?')
  await library.settled()
  const answers = await readAnswers(library.client())
  const change = async (name: string, text: string): Promise<void> => {
    const jobId = answers.find(({ imageName }) => imageName === name)?.jobId ?? ''
    await library.client().questions.edit({ jobId, text })
  }
  await change('hat-2.png', 'A gray hat')
  await change('mug-1.png', 'A mug')
  expect(await preview()).toMatchObject({ total: 1, empty: 1, onlyOthers: 1, differing: 0, rows: [{ after: 'A mug', differing: 0 }] })
  const known = () => library.client().texts.attributes({})
  expect(await known()).toEqual([])
  await library.client().texts.send({ what: { ...cells(), columns: [{ question: 'Alt text?', attribute: 'alt_text' }] } })
  expect(await known()).toEqual(['alt_text'])
})

it('sends a cell’s text as it is when it is queued, whatever the sheet was when it was read', async () => {
  await library.add(['hat-1.png'])
  await library.connect()
  await library.attach(['hat-1.png'], 'Hat')
  await library.start()
  await library.ask(['hat-1.png'], 'Alt text?')
  await library.settled()
  await preview()
  await library.pass(1_000)
  await waitFor(() => isReady)
  held = []
  const sending = library.client().texts.send({ what: cells() })
  const { jobId } = (await readAnswers(library.client()))[0] ?? { jobId: '' }
  await waitFor(() => held?.length !== 0)
  await library.client().questions.edit({ jobId, text: 'A gray hat' })
  release()
  expect(await sending).toEqual({ queued: 1, same: 0, blocked: 0 })
  await library.settled()
  const sent = library.service().received.filter(({ method, json }) => method === 'PATCH' && 'Alt text' in (json().attributes as object))
  expect(sent.map(({ json }) => json().attributes)).toEqual([{ 'Alt text': 'A gray hat' }])
})
