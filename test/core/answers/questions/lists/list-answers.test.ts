import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../../../../shared/answers/questions.ts'
import { askedQuestions } from '../../../../../shared/answers/sheet.ts'
import { readAllAnswers } from '../../../../../shared/base/read-all-pages.ts'
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

  it('are read in pieces, with other work in between', async () => {
    let [turns, isRead, pieces] = [0, false, 0]
    const count = (): void => {
      turns++
      if (!isRead) setImmediate(count)
    }
    setImmediate(count)
    const { answers } = await readAllAnswers((place) => {
      pieces++
      return opened.client.questions.answers(place)
    })
    isRead = true
    expect(answers).toHaveLength(pictures)
    expect(pieces).toBe(3)
    expect(turns).toBeGreaterThanOrEqual(pictures / 100 - pieces)
  })

  it('have each answer once, as it was or as it is, whatever changes between two pieces', { timeout: 60_000 }, async () => {
    const { client } = opened
    const ids = await client.library.ids({ sort: { by: 'added', descending: false }, filter: {} })
    const places = fc.array(fc.nat(pictures - 1), { maxLength: 8 })
    const change = fc.record({ kind: fc.constantFrom('words', 'other', 'remove', 'restore'), places })
    const changes = fc.array(fc.array(change, { maxLength: 4 }), { minLength: 2, maxLength: 4 })
    let [words, isReadingAgain] = [0, false]
    await fc.assert(
      fc.asyncProperty(changes, async (between) => {
        const asShown = async () => {
          const answers = await readAnswers(client)
          return new Map(answers.map((one) => [cellOf(one), shownText(one)]))
        }
        /** All that a cell was at some moment of the reading; `undefined`: not there. */
        const states = [await asShown()]
        let turn = 0
        const apply = async ({ kind, places }: { kind: string; places: readonly number[] }) => {
          const imageIds = places.map((at) => ids[at] ?? '')
          if (kind === 'remove') await client.library.remove({ imageIds })
          if (kind === 'restore') await client.library.restore({ imageIds })
          const question = kind === 'words' ? label : 'Is it ours?'
          const cells = imageIds.map((imageId) => ({ imageId, question, text: `Words ${++words}`, seen: null }))
          if (kind === 'words' || kind === 'other') await client.sheet.edit({ cells, kind: 'typed' })
        }
        const { answers } = await readAllAnswers(async (place) => {
          for (const one of turn++ === 0 ? [] : (between[turn - 2] ?? [])) {
            await apply(one)
            states.push(await asShown())
          }
          return client.questions.answers(place)
        })
        const cells = new Map(answers.map((one) => [cellOf(one), shownText(one)]))
        expect(cells.size).toBe(answers.length)
        for (const cell of new Set(states.flatMap((state) => [...state.keys()])))
          expect(states.map((state) => state.get(cell))).toContain(cells.get(cell))
        isReadingAgain ||= turn > 2
        await client.library.restore({ imageIds: ids })
      }),
      { numRuns: 8 },
    )
    expect(isReadingAgain).toBe(true)
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
