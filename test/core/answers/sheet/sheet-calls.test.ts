import { describe, expect, it } from 'vitest'
import { askedQuestions, type SheetViewInput } from '../../../../shared/answers/sheet.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { readAnswers } from '../../../support/read-answers.ts'

const library = prepareTestLibrary()
const sheet = () => library.client().sheet
const view: SheetViewInput = { setId: askedQuestions }

const rows = async () => (await sheet().page({ view, offset: 0, limit: 50 })).rows
const shown = async (): Promise<string[]> =>
  (await rows()).map(({ cells }) => cells.map(({ text, review }) => `${text} ${review}`).join(' | '))
const place = async (at: number) => ({ imageId: (await rows())[at]?.imageId ?? '', question: 'White?' })

/** The answers of the service, one after the other. */
const answering = (...words: string[]): void => {
  library.service().answer = (request) =>
    request.path === '/v1/image/analysis' ? { status: 200, body: { analysis: words.shift() ?? 'Off-white' } } : undefined
}

const prepare = async (): Promise<void> => {
  await library.add(['Mug.png', 'Shirt.png'])
  await library.connect()
  answering('White', 'Red')
  await library.start()
  await library.ask(['Mug.png'], 'White?')
  await library.settled()
  await library.ask(['Shirt.png'], 'White?')
  await library.settled()
}

describe('the sheet', () => {
  it('edits cells as one change, which is undone and redone, and forgets what was undone after another change', async () => {
    await prepare()
    const cells = [
      { ...(await place(0)), text: 'Ivory', seen: null },
      { ...(await place(1)), text: 'Ruby', seen: null },
    ]
    expect(await sheet().edit({ cells, kind: 'pasted' })).toMatchObject({ changed: 2, kept: [] })
    expect(await shown()).toEqual(['Ivory draft', 'Ruby draft'])
    expect(await sheet().undo()).toMatchObject({ kind: 'pasted', cells: 2, kept: 0 })
    expect(await shown()).toEqual(['White draft', 'Red draft'])
    expect(await sheet().lastChanges()).toMatchObject({ undo: null, redo: { kind: 'pasted', cells: 2 } })
    expect(await sheet().redo()).toMatchObject({ kept: 0 })
    await sheet().undo()
    await sheet().edit({ cells: cells.slice(0, 1), kind: 'typed' })
    expect(await sheet().redo()).toBeNull()
    expect(await shown()).toEqual(['Ivory draft', 'Red draft'])
  })

  it('undoes by its number only the newest change, and says if others came since', async () => {
    await prepare()
    const texts = async () => (await shown()).map((one) => one.replace(' draft', ''))
    const edit = async (at: number, text: string) =>
      (await sheet().edit({ cells: [{ ...(await place(at)), text, seen: null }], kind: 'typed' })).change ?? 0
    const first = await edit(0, 'Ivory')
    const second = await edit(1, 'Ruby')
    const refused = { failure: { kind: 'change-not-newest' } }
    await expect(sheet().undo({ change: first })).rejects.toMatchObject(refused)
    expect(await texts()).toEqual(['Ivory', 'Ruby'])
    expect(await sheet().undo({ change: second })).toMatchObject({ cells: 1, kept: 0 })
    await expect(sheet().undo({ change: second })).rejects.toMatchObject(refused)
    expect(await texts()).toEqual(['Ivory', 'Red'])
    expect(await sheet().undo({ change: first })).toMatchObject({ cells: 1, kept: 0 })
    expect(await texts()).toEqual(['White', 'Red'])
  })

  it('approves what a view shows, keeps who did it, and never asks about it again', async () => {
    await prepare()
    await library.client().settings.set({ reviewerName: 'Kim' })
    const review = { what: { kind: 'view', view: { ...view, text: 'mug' } }, review: 'approved' } as const
    expect(await sheet().review(review)).toMatchObject({ changed: 1, skipped: 0, kept: [] })
    expect((await rows())[0]?.cells[0]).toMatchObject({ review: 'approved', reviewedBy: 'Kim' })
    const again = { images: { kind: 'all' as const }, questions: ['White?'], again: true }
    expect(await library.client().questions.ask(again)).toMatchObject({ asked: 1, approved: 1 })
    await library.settled()
    expect(await shown()).toEqual(['White approved', 'Off-white draft'])
    expect(await sheet().counts({ view })).toMatchObject({ cells: 2, approved: 1 })
  })

  it('asks nothing where somebody wrote a text already, and no question again that is on its way', async () => {
    await prepare()
    const [mug, shirt] = [await place(0), await place(1)]
    const own = { question: 'Round?', text: 'As a ball', seen: null }
    await sheet().edit({ cells: [{ ...own, imageId: mug.imageId }], kind: 'typed' })
    await sheet().edit({ cells: [{ ...own, imageId: shirt.imageId, review: 'approved' }], kind: 'typed' })
    const { questions, queue } = library.client()
    const all = { images: { kind: 'all' as const }, questions: ['Round?'] }
    expect(await questions.estimate(all)).toMatchObject({ requests: 0, askedBefore: 1, approved: 1 })
    expect(await questions.ask({ ...all, again: false })).toMatchObject({ asked: 0, askedBefore: 1, approved: 1 })
    await queue.pause()
    const again = { ...all, questions: ['White?'], again: true }
    expect([(await questions.ask(again)).asked, (await questions.ask(again)).asked]).toEqual([2, 0])
  })

  it('asks in place of a question that was set aside', async () => {
    await prepare()
    library.service().answer = () => ({ status: 400, body: { statusCode: 400, message: 'no', error: 'x' } })
    await library.ask(['Mug.png'], 'Round?')
    await library.settled()
    expect((await library.counts()).parked).toBe(1)
    answering('Yes')
    const { questions } = library.client()
    expect(await questions.ask({ images: { kind: 'all' }, questions: ['Round?'], again: true })).toMatchObject({ asked: 2 })
    await library.settled()
    expect((await library.counts()).parked).toBe(0)
  })

  it('asks a rejected cell again with a hint, and keeps the earlier answer in its history', async () => {
    await prepare()
    const cell = await place(1)
    await sheet().review({ what: { kind: 'cells', cells: [cell] }, review: 'rejected' })
    await sheet().review({ what: { kind: 'cells', cells: [await place(0)] }, review: 'approved' })
    expect(await sheet().askAgain({ what: { kind: 'view', view }, hint: ' shorter ' })).toEqual({ asked: 1, skipped: 1 })
    await library.settled()
    const requests = library.service().received.filter(({ path }) => path === '/v1/image/analysis')
    expect(requests.at(-1)?.json()).toMatchObject({ question: 'White?\nshorter' })
    expect(await shown()).toEqual(['White approved', 'Off-white draft'])
    expect((await sheet().history(cell)).map((one) => [one.kind, one.text])).toEqual([
      ['answer', 'Off-white'],
      ['reviewed', 'Red'],
      ['answer', 'Red'],
    ])
    expect((await sheet().history(cell))[0]).toMatchObject({ hint: 'shorter' })
  })

  it('replaces a text in all cells that have it, after saying in how many', async () => {
    await prepare()
    const replace = { view, find: 'WHITE', replace: '$& cream' }
    expect(await sheet().replace({ ...replace, isDry: true })).toMatchObject({ cells: 1, changed: 0, kept: [] })
    expect(await sheet().replace({ ...replace, matchCase: true })).toMatchObject({ cells: 0 })
    expect(await sheet().replace(replace)).toMatchObject({ cells: 1, changed: 1, kept: [] })
    expect(await shown()).toEqual(['$& cream draft', 'Red draft'])
    expect((await sheet().lastChanges()).undo).toMatchObject({ kind: 'replaced' })
  })

  it('keeps a person’s words where nothing was asked, shows them among the answers, and exports them', async () => {
    await prepare()
    const [first] = await rows()
    const own = { imageId: first?.imageId ?? '', question: 'Made of?', text: 'Clay', seen: null }
    await sheet().edit({ cells: [own], kind: 'typed' })
    expect((await rows())[0]?.cells[0]).toMatchObject({ question: 'Made of?', kind: 'own', text: 'Clay' })
    expect((await readAnswers(library.client())).map(({ editedText, text }) => editedText ?? text)).toContain('Clay')
    const { rows: listed } = await library.client().questions.page({ offset: 0, limit: 10, kind: 'answer' })
    const mine = listed.find(({ kind }) => kind === 'own')
    await library.client().questions.edit({ jobId: mine?.jobId ?? '', text: '' })
    expect((await rows())[0]?.cells.map(({ question }) => question)).toEqual(['White?'])
  })
})
