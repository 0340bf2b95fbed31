import { describe, expect, it } from 'vitest'
import { formatCsv } from '../../../../shared/exchange/export-answers.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { readAnswers } from '../../../support/read-answers.ts'

const library = prepareTestLibrary()

const prepare = async () => {
  await library.add(['Mug.png', 'Shirt.png'])
  await library.connect()
  await library.ask(['Mug.png', 'Shirt.png'], 'White?')
  await library.start()
  await library.settled()
}
const page = (filter: object = {}) => library.client().questions.page({ offset: 0, limit: 100, ...filter })

describe('editing an answer', () => {
  it('keeps a person’s text beside the service’s; asking again overwrites neither, and exports use the person’s', async () => {
    await prepare()
    const [answer] = await readAnswers(library.client())
    const edited = await library.client().questions.edit({ jobId: answer?.jobId ?? '', text: ' A white mug ' })
    expect(edited).toMatchObject({ text: 'An answer to: White?', editedText: 'A white mug' })
    await library.client().questions.ask({ images: { kind: 'all' }, questions: ['White?'], again: true })
    await library.settled()
    const all = await readAnswers(library.client())
    expect(all.find((one) => one.jobId === answer?.jobId)).toMatchObject({ editedText: 'A white mug' })
    expect(formatCsv(all)).toContain(',A white mug,')
  })

  it('is undone by an empty text or the service’s own', async () => {
    await prepare()
    const { jobId = '', text = '' } = (await readAnswers(library.client()))[0] ?? {}
    for (const words of ['', text]) {
      await library.client().questions.edit({ jobId, text: 'mine' })
      expect(await library.client().questions.edit({ jobId, text: words })).toMatchObject({ editedText: null })
    }
    await expect(library.client().questions.edit({ jobId: 'job_none', text: 'x' })).rejects.toMatchObject({ code: 'unknown-id' })
    await expect(library.client().questions.edit({ jobId, text: 'x'.repeat(20_001) })).rejects.toMatchObject({ code: 'usage' })
  })

  it('keeps each text in the history, and is undone like a change of the sheet', async () => {
    await prepare()
    const { jobId = '', imageId = '', question = '' } = (await readAnswers(library.client()))[0] ?? {}
    const { questions, sheet } = library.client()
    await questions.edit({ jobId, text: 'First', seen: null })
    await questions.edit({ jobId, text: 'Second', seen: 'First' })
    const events = await sheet.history({ imageId, question })
    expect(events.flatMap((one) => (one.kind === 'edited' ? one.text : []))).toEqual(['Second', 'First'])
    expect(await sheet.undo()).toMatchObject({ kind: 'typed', kept: 0 })
    expect((await readAnswers(library.client())).find((one) => one.jobId === jobId)).toMatchObject({ editedText: 'First' })
  })

  it('overwrites nothing that was not shown: an approved text stays where an older one was edited', async () => {
    await prepare()
    const { jobId = '', imageId = '', question = '', text = '' } = (await readAnswers(library.client()))[0] ?? {}
    const { questions, sheet } = library.client()
    await sheet.edit({ cells: [{ imageId, question, text: 'Approved', review: 'approved', seen: null }], kind: 'typed' })
    await expect(questions.edit({ jobId, text: 'Mine', seen: text })).rejects.toMatchObject({
      failure: { kind: 'answer-changed', text: 'Approved' },
    })
    expect((await readAnswers(library.client())).find((one) => one.jobId === jobId)).toMatchObject({ editedText: 'Approved' })
    expect(await questions.edit({ jobId, text: 'Mine', seen: 'Approved' })).toMatchObject({ editedText: 'Mine' })
  })
})

describe('asking again', () => {
  const details = async (name: string) => library.client().library.details({ imageId: (await library.row(name)).id })
  const again = async (words: string): Promise<void> => {
    library.service().answer = (request) => (request.path === '/v1/image/analysis' ? { status: 200, body: { analysis: words } } : undefined)
    await library.client().questions.ask({ images: { kind: 'some', images: ['Mug.png'] }, questions: ['White?'], again: true })
    await library.settled()
  }

  it('replaces the earlier answer in the list, its search and the exports; details keep both', async () => {
    await prepare()
    await again('No, it is blue')
    expect((await readAnswers(library.client())).map((one) => [one.imageName, one.text])).toEqual([
      ['Mug.png', 'No, it is blue'],
      ['Shirt.png', 'An answer to: White?'],
    ])
    expect((await page()).rows.map((one) => one.text)).toEqual(['No, it is blue', 'An answer to: White?'])
    expect((await page({ text: 'mug' })).total).toBe(1)
    const { answers, earlierAnswers } = await details('Mug.png')
    expect(answers.map((one) => one.text)).toEqual(['No, it is blue'])
    expect(earlierAnswers.map((one) => one.text)).toEqual(['An answer to: White?'])
  })

  it('keeps an edited answer in place until the edit is undone; then the newest counts', async () => {
    await prepare()
    const edited = (await readAnswers(library.client())).find((one) => one.imageName === 'Mug.png')
    await library.client().questions.edit({ jobId: edited?.jobId ?? '', text: 'Off-white' })
    await again('No, it is blue')
    const shown = async () => (await readAnswers(library.client())).find((one) => one.imageName === 'Mug.png')
    expect(await shown()).toMatchObject({ jobId: edited?.jobId, editedText: 'Off-white' })
    expect((await details('Mug.png')).earlierAnswers.map((one) => one.text)).toEqual(['No, it is blue'])
    await library.client().questions.edit({ jobId: edited?.jobId ?? '', text: '' })
    expect(await shown()).toMatchObject({ text: 'No, it is blue', editedText: null })
    await library.client().questions.edit({ jobId: (await shown())?.jobId ?? '', text: 'Navy' })
    expect(await shown()).toMatchObject({ editedText: 'Navy' })
    expect((await page({ question: 'White?' })).total).toBe(2)
  })
})

describe('a page of answers', () => {
  it('starts with the newest and can be searched by answer, question or file name', async () => {
    await prepare()
    await library.ask(['Mug.png'], 'Größe?')
    await library.settled()
    const { total, rows } = await page()
    expect(total).toBe(3)
    expect(rows[0]).toMatchObject({ question: 'Größe?', imageName: 'Mug.png' })
    expect((await page({ offset: 1, limit: 1 })).rows).toHaveLength(1)
    expect((await page({ text: 'shirt' })).total).toBe(1)
    expect((await page({ text: 'grosse' })).total).toBe(0)
    expect((await page({ text: 'große' })).total).toBe(1)
    expect((await page({ question: 'White?' })).total).toBe(2)
    expect((await page({ kind: 'cannot-tell' })).total).toBe(0)
    await library.client().questions.edit({ jobId: rows[0]?.jobId ?? '', text: 'nine inches' })
    expect((await page({ text: 'nine' })).total).toBe(1)
    await library.client().library.remove({ imageIds: [(await library.row('Mug.png')).id] })
    expect((await page()).total).toBe(1)
  })
})

describe('an estimate', () => {
  it('counts the requests that asking would make, without making any', async () => {
    await prepare()
    const estimate = (questions: string[]) => library.client().questions.estimate({ images: { kind: 'all' }, questions })
    expect(await estimate(['White?', 'Round?', 'Round?', ' '])).toMatchObject({ requests: 2, askedBefore: 2, withoutAddress: 0, why: null })
    await library.client().publishing.set({ publishing: { kind: 'origin' } })
    expect(await estimate(['Round?'])).toMatchObject({ requests: 2, askedBefore: 0, withoutAddress: 2, why: 'no-way' })
    expect((await library.counts()).waiting).toBe(0)
  })
})

describe('a page of jobs', () => {
  it('starts with jobs that need a person, then shows running and finished ones, with names', async () => {
    library.service().answer = (request) =>
      request.body.includes('seed of bad') ? { status: 400, body: { statusCode: 400, message: 'no', error: 'x' } } : undefined
    await library.add(['bad.png', 'good.png'])
    await library.connect()
    await library.attach(['good.png'])
    await library.start()
    await library.settled()
    await library.client().queue.pause()
    await library.ask(['good.png'], 'White?')
    const jobs = (filter: object) => library.client().jobs.page({ offset: 0, limit: 50, states: [], ...filter })
    const { total, rows } = await jobs({})
    expect(total).toBe(5)
    expect(rows.map((row) => row.status.state)).toEqual(['parked', 'waiting', 'done', 'done', 'done'])
    expect(rows[0]).toMatchObject({ imageName: 'bad.png', productName: null })
    expect(rows.find((row) => row.work.operation === 'attach-sources')).toMatchObject({ imageId: null, productName: 'Mug' })
    expect((await jobs({ states: ['done'], operation: 'upload-source' })).rows).toHaveLength(1)
    expect((await jobs({ offset: 1, limit: 2 })).rows.map((row) => row.id)).toEqual(rows.slice(1, 3).map((row) => row.id))
    expect((await jobs({ states: ['running'] })).total).toBe(0)
  })
})
