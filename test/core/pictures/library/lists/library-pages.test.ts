import { describe, expect, it, onTestFinished } from 'vitest'
import { withResolvers } from '../../../../../electron/core/base/database/with-resolvers.ts'
import { prepareTestLibrary } from '../../../../support/open-test-library.ts'

const library = prepareTestLibrary()

describe('a page of the library', () => {
  it('is in the requested order, sorts names without regard to case, and includes the total', async () => {
    await library.add(['banana.png', 'Apple.png', 'cherry, the longest of them.png', 'apricot.png'])
    expect(await library.names({}, 'name')).toEqual(['Apple.png', 'apricot.png', 'banana.png', 'cherry, the longest of them.png'])
    expect((await library.names({}, 'name', true))[0]).toBe('cherry, the longest of them.png')
    expect((await library.names({}, 'bytes', true))[0]).toBe('cherry, the longest of them.png')
    const part = await library.client().library.page({ offset: 1, limit: 2, sort: { by: 'added', descending: true }, filter: {} })
    expect(part.total).toBe(4)
    expect(part.rows.map((row) => row.name)).toEqual(['apricot.png', 'banana.png'])
    expect(
      (await library.client().library.page({ offset: 9, limit: 2, sort: { by: 'added', descending: true }, filter: {} })).rows,
    ).toEqual([])
  })

  it('finds part of a name whatever its case, accents and Unicode form', async () => {
    await library.add(['Honig aus dem Süden.png'.normalize('NFD'), 'Müsli.png', 'plain 100%.png'])
    expect(await library.names({ text: 'SÜDEN' })).toHaveLength(1)
    expect(await library.names({ text: 'suden' })).toHaveLength(1)
    expect(await library.names({ text: 'musli' })).toEqual(['Müsli.png'])
    expect(await library.names({ text: '100%' })).toEqual(['plain 100%.png'])
    expect(await library.names({ text: 'x_y' })).toEqual([])
  })

  it('shows each picture’s state from saved to attached, and can be filtered by each', async () => {
    await library.add(['one.png'], false)
    expect(await library.row('one.png')).toMatchObject({ state: 'kept', questions: 0 })
    await library.add(['one.png'])
    expect(await library.row('one.png')).toMatchObject({ state: 'waiting', progress: null })
    await library.connect()
    expect(await library.row('one.png')).toMatchObject({ state: 'waiting' })
    await library.start()
    await library.settled()
    expect(await library.row('one.png')).toMatchObject({ state: 'uploaded' })
    await library.ask(['one.png'], 'White?')
    expect(await library.row('one.png')).toMatchObject({ state: 'waiting', questions: 1, answers: 0 })
    await library.settled()
    expect(await library.row('one.png')).toMatchObject({ state: 'answered', questions: 1, answers: 1 })
    await library.attach(['one.png'])
    await library.settled()
    expect(await library.row('one.png')).toMatchObject({ state: 'attached' })
    await library.add(['two.png'], false)
    expect(await library.names({ state: 'attached' })).toEqual(['one.png'])
    expect(await library.names({ state: 'not-uploaded' })).toEqual(['two.png'])
    expect(await library.names({ state: 'not-attached' })).toEqual(['two.png'])
    expect(await library.row('one.png')).toMatchObject({ uploaded: true, attached: true, questions: 1, answers: 1 })
    // Being attached hides nothing else.
    expect(await library.names({ state: 'answered' })).toEqual(['one.png'])
    expect(await library.names({ state: 'uploaded' })).toEqual(['one.png'])
    expect(await library.names({ state: 'missing-answer' })).toEqual([])
    await library.client().queue.pause()
    await library.ask(['one.png', 'two.png'], 'Round?')
    expect(await library.names({ state: 'missing-answer' })).toEqual(['one.png', 'two.png'])
    expect(await library.row('one.png')).toMatchObject({ uploaded: true, attached: true, questions: 2, answers: 1 })
    const [product] = await library.client().products.list()
    expect(await library.names({ productRef: product?.ref ?? '' })).toEqual(['one.png'])
    expect(await library.names({ productRef: product?.ref ?? '', text: 'two' })).toEqual([])
    expect(await library.names({ productRef: 'product_unknown' })).toEqual([])
    expect(await library.names({ format: 'png' })).toHaveLength(2)
    expect(await library.names({ format: 'jpeg' })).toEqual([])
  })

  it('shows a running upload with its progress', async () => {
    const { promise: mayEnd, resolve: endUpload } = withResolvers()
    onTestFinished(endUpload)
    library.service().answer = () => mayEnd.then(() => 'cut' as const)
    await library.add(['one.png'])
    await library.connect()
    await library.start()
    const [uploading, { progress }] = [await library.names({ state: 'uploading' }), await library.row('one.png')]
    endUpload()
    expect(uploading).toEqual(['one.png'])
    expect(progress).toBeTypeOf('number')
  })

  it('puts parked pictures first and gives the reason in the service’s words', async () => {
    library.service().answer = (request) =>
      request.body.includes('seed of bad')
        ? { status: 400, body: { statusCode: 400, message: ['too blurred'], error: 'Bad Request' } }
        : undefined
    await library.add(['good.png', 'bad.png'])
    await library.connect()
    await library.ask(['good.png', 'bad.png'], 'White?')
    await library.start()
    await library.settled()
    expect(await library.row('bad.png')).toMatchObject({
      state: 'parked',
      answers: 1,
      reason: { failure: { said: expect.stringContaining('too blurred') } },
    })
    expect(await library.row('good.png')).toMatchObject({ state: 'answered', reason: null })
    expect(await library.names({ state: 'parked' })).toEqual(['bad.png'])
  })

  it('belongs to the connected workspace: in others the same picture is only saved', async () => {
    await library.add(['one.png'])
    await library.connect()
    await library.start()
    await library.settled()
    await library.client().workspaces.disconnect()
    expect(await library.row('one.png')).toMatchObject({ state: 'kept' })
    await library.ask(['one.png'], 'White?')
    expect(await library.row('one.png')).toMatchObject({ state: 'waiting', questions: 1 })
  })

  it('is up to date after every change, whichever page of the filtered list is read', async () => {
    const names = async (filter: object, offset: number) => {
      const sort = { by: 'name', descending: false } as const
      const { total, rows } = await library.client().library.page({ offset, limit: 2, sort, filter })
      return [total, ...rows.map((row) => row.name)]
    }
    await library.add(['a1.png', 'a3.png', 'a4.png', 'b.png'])
    expect(await names({ text: 'a' }, 2)).toEqual([3, 'a4.png'])
    expect(await names({ text: 'a' }, 1)).toEqual([3, 'a3.png', 'a4.png'])
    await library.add(['a2.png'])
    expect(await names({ text: 'a' }, 0)).toEqual([4, 'a1.png', 'a2.png'])
    expect(await names({ text: 'a' }, 1)).toEqual([4, 'a2.png', 'a3.png'])
    expect(await names({ state: 'waiting' }, 3)).toEqual([5, 'a4.png', 'b.png'])
    const [upload] = await library.client().jobs.list({ state: 'waiting' })
    await library.client().jobs.cancel({ jobIds: [upload?.id ?? ''] })
    expect(await names({ state: 'waiting' }, 3)).toEqual([4, 'b.png'])
    expect(await names({ state: 'waiting' }, 0)).toEqual([4, 'a2.png', 'a3.png'])
  })

  it('returns all ids in order, for selecting', async () => {
    await library.add(['b.png', 'a.png', 'c.png'])
    const ids = async (filter: object) => library.client().library.ids({ sort: { by: 'name', descending: false }, filter })
    const names = new Map((await library.client().pictures.list()).map((one) => [one.id, one.name]))
    expect((await ids({})).map((id) => names.get(id))).toEqual(['a.png', 'b.png', 'c.png'])
    expect((await ids({ text: 'c.' })).map((id) => names.get(id))).toEqual(['c.png'])
    expect((await ids({ state: 'waiting' })).map((id) => names.get(id))).toEqual(['a.png', 'b.png', 'c.png'])
  })
})

describe('a picture’s details', () => {
  it('show its origin, source, answers, attachments and history, newest first', async () => {
    await library.add(['one.png'])
    await library.connect()
    await library.start()
    await library.ask(['one.png'], 'White?')
    await library.attach(['one.png'])
    await library.settled()
    const { id } = await library.row('one.png')
    const details = await library.client().library.details({ imageId: id })
    expect(details).toMatchObject({
      row: { name: 'one.png', state: 'attached' },
      origin: expect.stringContaining('one.png'),
      sourceId: expect.stringContaining('src_'),
      answers: [{ question: 'White?', editedText: null }],
      attachments: [{ name: 'Mug', attribute: 'Images', productId: expect.stringContaining('prd_') }],
    })
    expect(details.history.map((job) => job.work.operation)).toEqual(['attach-sources', 'analyse-image', 'upload-source'])
    await expect(library.client().library.details({ imageId: 'img_none' })).rejects.toMatchObject({ code: 'unknown-id' })
  })
})
