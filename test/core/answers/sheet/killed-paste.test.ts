import { copyFileSync, cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { findDamage } from '../../../../electron/core/base/database/find-damage.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { askedQuestions } from '../../../../shared/answers/sheet.ts'
import { openTestCore, type TestCore } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

/** A kill leaves what the last commit left: the library's files are copied after each of them. */
let copies: string[] | undefined
let made = 0
const copy = (): void => {
  if (!copies) return
  const from = join(library.folder(), 'data')
  const to = join(library.folder(), `killed-${made++}`)
  mkdirSync(to)
  for (const name of ['library.db', 'library.db-wal']) if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name))
  copies.push(to)
}
const soon = (act: () => void): void =>
  systemPlatform.timers.soon(() => {
    act()
    copy()
  })
let monotonic = 0
const library = prepareTestLibrary({
  timers: { ...systemPlatform.timers, soon },
  // Each piece is a turn of its own.
  clock: { now: Date.now, monotonic: () => (monotonic += 10) },
})

const questions = Array.from({ length: 45 }, (_, at) => `Question ${at}?`)
const view = { setId: askedQuestions }

const textsOf = async ({ client }: Pick<TestCore, 'client'>): Promise<string> => {
  const { rows } = await client.sheet.page({ view, offset: 0, limit: 10 })
  return [...new Set(rows.flatMap(({ cells }) => cells.map(({ text }) => text)))].join()
}

/** Does something, and returns the folders that a kill after each of its writes would have left. */
const killDuring = async (act: () => Promise<unknown>): Promise<readonly string[]> => {
  copies = []
  await act()
  const found = copies
  copies = undefined
  for (const folder of found) cpSync(join(library.folder(), 'data', 'originals'), join(folder, 'originals'), { recursive: true })
  expect(found.length).toBeGreaterThan(3)
  return found
}

type Left = { readonly texts: string; readonly undo: string | null; readonly redo: string | null }

/** Opens what a kill left, and reads what is there then. */
const lookIn = async (folder: string): Promise<Left> => {
  const open = await openTestCore(folder, {})
  try {
    const database = new DatabaseSync(join(folder, 'library.db'), { readOnly: true })
    expect(findDamage(database, 'whole')).toBeNull()
    database.close()
    const { undo, redo } = await open.client.sheet.lastChanges()
    return { texts: await textsOf(open), undo: undo?.kind ?? null, redo: redo?.kind ?? null }
  } finally {
    await open.core.stop()
  }
}

const paste = (text: string, kind: 'typed' | 'pasted') => async () => {
  const imageId = (await library.row('Mug.png')).id
  return library.client().sheet.edit({ cells: questions.map((question) => ({ imageId, question, text, seen: null })), kind })
}

it('keeps a paste, its undo and its redo whole, wherever a kill comes', async () => {
  await library.add(['Mug.png'], false)
  await paste('before', 'typed')()
  const pasted: Left[] = []
  for (const folder of await killDuring(paste('after', 'pasted'))) pasted.push(await lookIn(folder))
  const [notPasted, whole] = [
    { texts: 'before', undo: 'typed', redo: null },
    { texts: 'after', undo: 'pasted', redo: null },
  ]
  // All or nothing, and all from some write on.
  const first = pasted.findIndex(({ texts }) => texts === 'after')
  expect(first).toBeGreaterThan(0)
  expect(pasted).toEqual(pasted.map((_, at) => (at < first ? notPasted : whole)))

  // Once it was asked for, an undo is ended at the next start.
  const undone: Left[] = []
  for (const folder of await killDuring(() => library.client().sheet.undo())) undone.push(await lookIn(folder))
  expect(undone).toEqual(undone.map(() => ({ texts: 'before', undo: 'typed', redo: 'pasted' })))
  const redone: Left[] = []
  for (const folder of await killDuring(() => library.client().sheet.redo())) redone.push(await lookIn(folder))
  expect(redone).toEqual(redone.map(() => whole))
})
