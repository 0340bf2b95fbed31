import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { largeLibraryName, makeLargeLibrary } from '../../fixtures/large-library.ts'
import { openTestCore, type TestCore } from '../../support/open-test-core.ts'
import { readAllIds } from '../../support/read-all-ids.ts'

const pictures = 2_000
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
    questions: ['What does the label say?'],
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
    const [first = '', second = ''] = await readAllIds(client, { sort: { by: 'added', descending: false }, filter: {} })
    await client.library.remove({ imageIds: [first] })
    const answers = await client.questions.answers()
    expect(answers).toHaveLength(pictures - 1)
    expect(answers[0]).toMatchObject({ imageId: second, imageName: largeLibraryName(1) })
    expect(answers.at(-1)?.imageName).toBe(largeLibraryName(pictures - 1))
    await client.library.restore({ imageIds: [first] })
  })

  it('are read in pieces, with other work in between', async () => {
    let [turns, isRead] = [0, false]
    const count = (): void => {
      turns++
      if (!isRead) setImmediate(count)
    }
    setImmediate(count)
    const answers = await opened.client.questions.answers()
    isRead = true
    expect(answers).toHaveLength(pictures)
    expect(turns).toBeGreaterThanOrEqual(pictures / 250)
  })
})
