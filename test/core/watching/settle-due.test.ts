import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createJournal } from '../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../electron/core/base/platform/platform.ts'
import { createDueSettler, type DuePorts } from '../../../electron/core/watching/settle-due.ts'
import { createWatchedFiles, nothingDue } from '../../../electron/core/watching/watched-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-due-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const rules = { upload: false, questionSetId: null, match: true, connectionId: null }
const watched = { seq: 1, id: 'watch_1', path: '/studio', name: 'studio', dropId: 'drop_1', rules } as unknown as Parameters<
  ReturnType<typeof createDueSettler>
>[0]

/** A picture of a watched folder that is to be matched, and what happens while rules look for its product. */
const settleWhile = async (meanwhile: (app: { setQuestions: () => void; switchTo: (id: string) => void }) => void) => {
  const journal = createJournal(openDatabase(folder, systemPlatform).database, systemPlatform)
  const watchedFiles = createWatchedFiles(journal)
  const file = { folder: 1, path: 'a.png', size: 1, modified: 1, changed: 1, state: 'taken', sha256: 'a', imageId: 'img_1' } as const
  journal.write(() => watchedFiles.put(file, { ...nothingDue, match: true }))
  const due = () => watchedFiles.listDue(1, 0, 10).map((one) => one.due)
  let active = 'con_a'
  let matchedIn: string | null = null
  const setQuestions = (): void => {
    const seq = watchedFiles.listDue(1, 0, 10)[0]?.seq ?? 0
    journal.write(() => watchedFiles.setDue(seq, { upload: false, ask: true, match: true }))
  }
  const matchPictures: DuePorts['matchPictures'] = async (owner, imageIds, also) => {
    await journal.nextTurn()
    meanwhile({
      setQuestions,
      switchTo: (id) => {
        active = id
      },
    })
    journal.write(() => {
      matchedIn = owner()
      also((imageId) => imageIds.has(imageId))
    })
  }
  const settle = createDueSettler({
    clock: systemPlatform.clock,
    journal,
    watchedFiles,
    images: { isPresent: () => true, mayBeUploaded: () => true },
    connections: { active: () => ({ id: active }), list: () => [{ id: 'con_a' }, { id: 'con_b' }] },
    questionSets: { get: () => null },
    matchPictures,
    onQueued: () => {},
  } as unknown as DuePorts)
  const problem = await settle(watched, true)
  const left = due()
  journal.close()
  return { problem, left, matchedIn }
}

it('clears only that matching was due, where more has become due while rules looked', async () => {
  const { left } = await settleWhile(({ setQuestions }) => setQuestions())
  expect(left).toEqual([{ upload: false, ask: true, match: false }])
})

it('matches in the workspace that was active when rules began to look', async () => {
  expect(await settleWhile(({ switchTo }) => switchTo('con_b'))).toEqual({ problem: null, left: [], matchedIn: 'con_a' })
})
