import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { withResolvers } from '../../../../electron/core/base/database/with-resolvers.ts'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import type { CoreEvent } from '../../../../shared/contract.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

/** Files are read after this. */
let reading = Promise.resolve()
const library = prepareTestLibrary({
  files: {
    ...systemFiles,
    readInto: async (...args) => {
      await reading
      return systemFiles.readInto(...args)
    },
  },
})

type Heard = { readonly event: CoreEvent }
let leave: AbortController | undefined

/** Listens from now on; the list grows. */
const listen = async () => {
  const heard: Heard[] = []
  leave = new AbortController()
  const events = await library.client().events.subscribe(undefined, { signal: leave.signal })
  const ended = (async () => {
    for await (const event of events) heard.push({ event })
  })().catch(() => {})
  await waitFor(() => heard.length > 0)
  return { heard, ended }
}
const changed = (heard: readonly Heard[]): Set<string> => new Set(heard.slice(1).flatMap(({ event }) => event.changed))
afterEach(() => leave?.abort())

describe('events', () => {
  it('start at once with one that names everything and shows the current queue', async () => {
    await library.add(['one.png'])
    const { heard } = await listen()
    expect(heard[0]?.event).toMatchObject({
      changed: [
        'library',
        'jobs',
        'answers',
        'products',
        'session',
        'intake',
        'sources',
        'content',
        'catalogue',
        'questionSets',
        'barcodes',
        'checks',
        'similar',
        'handover',
        'watching',
      ],
      queue: { counts: { waiting: 1 }, holds: [{ kind: 'no-connection' }] },
      uploading: {},
      intake: null,
    })
  })

  it('come at most ten times a second however much changes, and none is lost', async () => {
    const begun = performance.now()
    const { heard } = await listen()
    await library.add(Array.from({ length: 60 }, (_, index) => `picture ${index}.png`))
    await library.connect()
    await library.start()
    await library.settled()
    await waitFor(() => expect(heard.at(-1)?.event.queue.counts.done).toBe(60))
    // Time itself: a slow computer takes longer, and may hear of more.
    expect(heard.length).toBeLessThanOrEqual(1 + (performance.now() - begun) / 100)
    const all = [
      'answers',
      'barcodes',
      'catalogue',
      'checks',
      'content',
      'handover',
      'intake',
      'jobs',
      'library',
      'products',
      'questionSets',
      'session',
      'similar',
      'sources',
      'watching',
    ]
    expect([...changed(heard)].sort()).toEqual(all)
    await library.pass(10_000)
    const before = heard.length
    await library.pass(60_000)
    expect(heard).toHaveLength(before)
  })

  it('name answers, products and settings when those change', async () => {
    await library.add(['one.png'])
    await library.connect()
    const { heard } = await listen()
    await library.client().settings.set({ theme: 'dark' })
    await waitFor(() => changed(heard).has('session'))
    expect(changed(heard).has('answers')).toBe(false)
    await library.ask(['one.png'], 'White?')
    await library.start()
    await waitFor(() => changed(heard).has('answers'))
    await library.attach(['one.png'])
    await waitFor(() => changed(heard).has('products'))
  })

  it('report upload progress', async () => {
    const { promise: mayEnd, resolve: endUploads } = withResolvers()
    onTestFinished(endUploads)
    library.service().answer = () => mayEnd.then(() => undefined)
    await library.connect()
    await library.start()
    const { heard } = await listen()
    await library.add(['one.png', 'two.png'])
    await waitFor(() => heard.some(({ event }) => Object.keys(event.uploading).length > 0))
    for (const { event } of heard) for (const part of Object.values(event.uploading)) expect(part >= 0 && part <= 1).toBe(true)
    endUploads()
    await library.settled()
    await waitFor(() => Object.keys(heard.at(-1)?.event.uploading ?? {}).length === 0)
  })

  it('report an intake while it is under way, and its end', async () => {
    const { heard } = await listen()
    const { promise, resolve: read } = withResolvers()
    onTestFinished(read)
    reading = promise
    const adding = library.add(['one.png', 'two.png'], false)
    await waitFor(() => expect(heard.at(-1)?.event.intake).not.toBeNull())
    read()
    await adding
    await waitFor(() => expect(heard.at(-1)?.event.intake).toBeNull())
  })

  it('end when the listener leaves, and when the core stops', async () => {
    const events = await library.client().events.subscribe()
    await events.next()
    const waiting = events.next()
    await events.return()
    await expect(waiting).resolves.toMatchObject({ done: true })
    const { ended } = await listen()
    await library.close()
    await ended
  })
})
