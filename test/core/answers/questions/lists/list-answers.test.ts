import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../../../../shared/answers/questions.ts'
import { askedQuestions } from '../../../../../shared/answers/sheet.ts'
import { shownText } from '../../../../../shared/exchange/export-answers.ts'
import { largeLibraryName, makeLargeLibrary } from '../../../../fixtures/large-library.ts'
import { openTestCore, type TestCore } from '../../../../support/open-test-core.ts'
import { readAnswers } from '../../../../support/read-answers.ts'

const pictures = 2_000
const label = 'What does the label say?'
const cellOf = ({ imageId, question }: Answer): string => `${imageId} ${question}`
const workspace = 'http://127.0.0.1:9'

let folder: string
let opened: TestCore
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-answers-'))
  await makeLargeLibrary(folder, {
    pictures,
    waiting: 0,
    baseUrl: workspace,
    isActive: true,
    thumbnails: 1,
    questions: [label],
  })
  opened = await openTestCore(folder)
})
afterAll(async () => {
  await opened.core.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('the answers to export', () => {
  it('come in the library’s order, without those of removed pictures', async () => {
    const { client } = opened
    const [first = '', second = ''] = await client.library.ids({ sort: { by: 'added', descending: false }, filter: {} })
    await client.library.remove({ imageIds: [first] })
    const answers = await readAnswers(client)
    expect(answers).toHaveLength(pictures - 1)
    expect(answers[0]).toMatchObject({ imageId: second, imageName: largeLibraryName(1) })
    expect(answers.at(-1)?.imageName).toBe(largeLibraryName(pictures - 1))
    await client.library.restore({ imageIds: [first] })
  })

  it('are as they were at the beginning, whatever changes between two pieces, and say how far they are', { timeout: 60_000 }, async () => {
    const { client } = opened
    const ids = await client.library.ids({ sort: { by: 'added', descending: false }, filter: {} })
    const places = fc.array(fc.nat(pictures - 1), { maxLength: 8 })
    const change = fc.record({ kind: fc.constantFrom('words', 'other', 'remove', 'restore'), places })
    const changes = fc.array(fc.array(change, { maxLength: 4 }), { minLength: 2, maxLength: 4 })
    let words = 0
    const apply = async ({ kind, places: at }: { kind: string; places: readonly number[] }) => {
      const imageIds = at.map((place) => ids[place] ?? '')
      if (kind === 'remove') await client.library.remove({ imageIds })
      if (kind === 'restore') await client.library.restore({ imageIds })
      const question = kind === 'words' ? label : 'Is it ours?'
      const cells = imageIds.map((imageId) => ({ imageId, question, text: `Words ${++words}`, seen: null }))
      if (kind === 'words' || kind === 'other') await client.sheet.edit({ cells, kind: 'typed' })
    }
    await fc.assert(
      fc.asyncProperty(changes, async (between) => {
        const asShown = (answers: readonly Answer[]) => answers.map((one) => [cellOf(one), shownText(one)])
        const before = asShown(await readAnswers(client))
        const { total } = await client.library.page({ offset: 0, limit: 1, sort: { by: 'added', descending: false }, filter: {} })
        const answers: Answer[] = []
        const progress = [0]
        let turn = 0
        for await (const piece of await client.questions.answers()) {
          answers.push(...piece.answers)
          progress.push(piece.done)
          expect(piece.total).toBe(total)
          for (const one of between[turn++] ?? []) await apply(one)
        }
        expect(asShown(answers)).toEqual(before)
        expect(turn).toBeGreaterThan(1)
        expect(progress).toEqual(progress.toSorted((one, other) => one - other))
        expect(progress.at(-1)).toBe(total)
        await client.library.restore({ imageIds: ids })
      }),
      { numRuns: 8 },
    )
  })

  it('are all found in a sheet’s cells, however many', async () => {
    const { client } = opened
    const ids = await client.library.ids({ sort: { by: 'added', descending: false }, filter: {} })
    const cells = ids.flatMap((imageId) => ['Whose?', 'Since when?'].map((question) => ({ imageId, question, text: 'Ours', seen: null })))
    await client.sheet.edit({ cells, kind: 'typed' })
    const all = new Set((await readAnswers(client)).map(({ jobId }) => jobId))
    const { jobIds } = await client.sheet.answersIn({ what: { kind: 'view', view: { setId: askedQuestions } } })
    expect(jobIds).toHaveLength(all.size)
    expect(new Set(jobIds)).toEqual(all)
  })
})
