import { describe, expect, it } from 'vitest'
import { withResolvers } from '../../../../electron/core/base/database/with-resolvers.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { readAnswers } from '../../../support/read-answers.ts'

const library = prepareTestLibrary()
const idOf = async (name: string): Promise<string> => (await library.row(name)).id

describe('removing pictures', () => {
  it('removes them from every list, cancels waiting work, and keeps files and answers for an undo', async () => {
    await library.add(['one.png', 'two.png'])
    await library.ask(['one.png', 'two.png'], 'White?')
    const one = await idOf('one.png')
    const before = await library.row('one.png')
    expect(await library.client().library.remove({ imageIds: [one, one, 'img_unknown'] })).toEqual({ removed: 1 })
    expect(await library.names()).toEqual(['two.png'])
    expect((await library.page({ state: 'waiting' })).total).toBe(1)
    expect((await library.client().pictures.list()).map((image) => image.name)).toEqual(['two.png'])
    expect(await library.counts()).toMatchObject({ waiting: 2, cancelled: 2 })
    await expect(library.ask(['one.png'], 'Round?')).rejects.toMatchObject({ code: 'unknown-id' })
    expect(await library.client().library.restore({ imageIds: [one] })).toEqual({ restored: 1 })
    expect(await library.row('one.png')).toEqual(before)
    expect(await library.counts()).toMatchObject({ waiting: 4, cancelled: 0 })
    await library.connect()
    await library.start()
    await library.settled()
    expect(await readAnswers(library.client())).toHaveLength(2)
    await library.client().library.remove({ imageIds: [one] })
    expect(await readAnswers(library.client())).toHaveLength(1)
  })

  it('sends nothing again about a picture that was removed while a request about it failed, until it is restored', async () => {
    const [sent, removed] = [withResolvers(), withResolvers()]
    library.service().answer = async (_, index) => {
      if (index > 1) return undefined
      sent.resolve()
      await removed.promise
      return { status: 429 }
    }
    await library.add(['one.png'])
    const imageIds = [await idOf('one.png')]
    await library.connect()
    await library.start()
    await sent.promise
    await library.client().library.remove({ imageIds })
    removed.resolve()
    await library.passUntil(async () => expect((await library.counts()).running).toBe(0))
    expect(await library.counts()).toMatchObject({ waiting: 0, cancelled: 1 })
    await library.client().library.restore({ imageIds })
    await library.settled()
    expect(await library.counts()).toMatchObject({ done: 1, cancelled: 0 })
  })

  it('lets an attach continue with the remaining pictures; an early undo puts the others back into it', async () => {
    await library.add(['one.png', 'two.png', 'three.png'])
    await library.attach(['one.png', 'two.png', 'three.png'])
    const [one, two] = [await idOf('one.png'), await idOf('two.png')]
    await library.client().library.remove({ imageIds: [one, two] })
    await library.client().library.restore({ imageIds: [two] })
    await library.connect()
    await library.start()
    await library.settled()
    expect(await library.counts()).toMatchObject({ parked: 0 })
    const patch = library.service().received.find((request) => request.method === 'PATCH')
    const images = new Map((await library.client().pictures.list()).map((image) => [image.name, image.sourceId]))
    expect(patch?.json()).toEqual({ attributes: { Images: [images.get('two.png'), images.get('three.png')] } })
  })

  it('cancels an attach that has no pictures left, and restores it whichever picture returns first', async () => {
    await library.add(['one.png', 'two.png'])
    await library.attach(['one.png', 'two.png'])
    const ids = [await idOf('one.png'), await idOf('two.png')]
    await library.client().library.remove({ imageIds: ids })
    expect((await library.client().jobs.list({ operation: 'attach-sources' }))[0]?.status.state).toBe('cancelled')
    await library.client().library.restore({ imageIds: [ids[0] ?? ''] })
    expect((await library.client().jobs.list({ operation: 'attach-sources' }))[0]).toMatchObject({
      status: { state: 'waiting' },
      blockedBy: 2,
    })
    await library.client().library.restore({ imageIds: ids })
    await library.connect()
    await library.start()
    await library.settled()
    expect(await library.counts()).toMatchObject({ parked: 0, cancelled: 0, done: 4 })
    expect((await library.names({ state: 'attached' })).sort()).toEqual(['one.png', 'two.png'])
  })

  it('parks an attach when its remaining uploads need a person, and resumes it when these are removed', async () => {
    library.service().answer = (request) =>
      request.body.includes('seed of bad') ? { status: 400, body: { statusCode: 400, message: 'no', error: 'x' } } : undefined
    await library.add(['bad.png', 'good.png'])
    await library.connect()
    await library.start()
    await library.settled()
    await library.client().queue.pause()
    await library.add(['late.png'])
    await library.attach(['bad.png', 'good.png', 'late.png'])
    const attach = async () => (await library.client().jobs.list({ operation: 'attach-sources' }))[0]
    await library.client().queue.resume()
    await library.settled()
    expect(await attach()).toMatchObject({ status: { state: 'parked' }, blockedBy: 1 })
    await library.client().library.remove({ imageIds: [await idOf('bad.png')] })
    await library.settled()
    expect(await attach()).toMatchObject({ status: { state: 'done' } })
  })

  it('removes and restores hundreds of pictures of one attach', async () => {
    const names = Array.from({ length: 130 }, (_, index) => `many ${index}.png`)
    await library.add(names)
    await library.attach(names)
    const ids = (await library.page()).rows.map((row) => row.id)
    expect(await library.client().library.remove({ imageIds: ids.slice(0, 129) })).toEqual({ removed: 129 })
    const attach = async () => (await library.client().jobs.list({ operation: 'attach-sources' }))[0]
    expect(await attach()).toMatchObject({ status: { state: 'waiting' }, blockedBy: 2 })
    await library.client().library.remove({ imageIds: ids.slice(129) })
    expect(await attach()).toMatchObject({ status: { state: 'cancelled' } })
    expect(await library.client().library.restore({ imageIds: ids })).toEqual({ restored: 130 })
    expect(await attach()).toMatchObject({ status: { state: 'waiting' }, blockedBy: 131 })
    await library.client().library.remove({ imageIds: ids.slice(0, 127) })
    await library.connect()
    await library.start()
    await library.settled()
    const patch = library.service().received.find((request) => request.method === 'PATCH')
    expect(patch?.json()).toEqual({ attributes: { Images: Array.from({ length: 3 }, () => expect.any(String)) } })
    expect(await library.counts()).toMatchObject({ parked: 0, waiting: 0 })
  })

  it('takes up again after a restart what the removal cancelled, and an attach that waited for one that ended meanwhile', async () => {
    await library.add(['one.png', 'two.png'])
    await library.ask(['two.png'], 'White?')
    await library.attach(['one.png'])
    await library.attach(['two.png'])
    const two = await idOf('two.png')
    await library.client().library.remove({ imageIds: [two] })
    await library.connect()
    await library.start()
    await library.settled()
    expect(await library.counts()).toMatchObject({ cancelled: 3 })
    await library.reopen()
    expect(await library.client().library.restore({ imageIds: [two] })).toEqual({ restored: 1 })
    await library.start()
    await library.settled()
    expect(await library.counts()).toMatchObject({ waiting: 0, parked: 0, cancelled: 0 })
    expect((await library.names({ state: 'attached' })).sort()).toEqual(['one.png', 'two.png'])
  })

  it.each([
    ['all', {}],
    ['uploads', { operation: 'upload-source' }],
    ['questions', { operation: 'analyse-image' }],
  ] as const)('does not bring back work that was cancelled meanwhile: %s', async (_, meant) => {
    await library.add(['one.png', 'two.png'])
    await library.ask(['one.png'], 'White?')
    const one = await idOf('one.png')
    await library.client().library.remove({ imageIds: [one] })
    await library.client().jobs.cancelWaiting(meant)
    await library.client().library.restore({ imageIds: [one] })
    const open = (await library.client().jobs.list({})).filter(({ status }) => status.state !== 'cancelled')
    const isMeant = (operation: string) => !('operation' in meant) || meant.operation === operation
    expect(open.filter(({ work }) => isMeant(work.operation))).toEqual([])
    const others = ['upload-source', 'analyse-image'].filter((operation) => !isMeant(operation))
    expect(new Set(open.map(({ work }) => work.operation))).toEqual(new Set(others))
  })

  it('is undone by adding the same file again', async () => {
    await library.add(['one.png', 'two.png'])
    await library.client().library.remove({ imageIds: [await idOf('one.png')] })
    await library.add(['one.png'])
    expect(await library.names()).toEqual(['two.png', 'one.png'])
    expect(await library.row('one.png')).toMatchObject({ state: 'waiting' })
  })
})
