import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { readCellHistory } from '../../../../electron/core/answers/sheet/lists/cell-history.ts'
import { createSheetStore } from '../../../../electron/core/answers/sheet/sheet-store.ts'
import { createJournal, type Journal } from '../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import type { CellPlace } from '../../../../shared/answers/sheet.ts'
import { createRandom } from '../../../fixtures/random.ts'
import { seed } from '../../../support/seed.ts'

const open = () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  const storeOn = (on: Journal) => createSheetStore({ journal: on, images: { listPresent: (ids) => [...ids] } })
  /** Its writes after this many reach the library no more. */
  const killedAfter = (writes: number) => {
    let count = 0
    return storeOn({
      ...journal,
      write: (change) => {
        count += 1
        if (count > writes) throw new Error('killed')
        return journal.write(change)
      },
    })
  }
  return { journal, sheet: storeOn(journal), killedAfter }
}

const placeOf = (cell: number): CellPlace => ({ imageId: `img_${cell}`, question: 'Color?' })
const editOf = (cell: number, text: string) => ({ ...placeOf(cell), text, seen: null })

const tellHistory = (journal: Journal, owner: string, cell: number): string[] =>
  readCellHistory(journal, owner, placeOf(cell)).map((event) =>
    event.kind === 'reviewed' ? `${event.review} by ${event.by}: ${event.text}` : `${event.kind}: ${event.text}`,
  )

it('keeps a cell’s earlier texts and approvals after more changes than can be undone, also in the workspace that is connected then', async () => {
  const { journal, sheet } = open()
  await sheet.edit(() => null, [editOf(1, 'A red mug')], 'typed', { at: 1, by: 'kim' })
  await sheet.review(() => null, [placeOf(1)], 'approved', { at: 2, by: 'kim' })
  await sheet.edit(() => null, [editOf(1, 'A crimson mug')], 'typed', { at: 3, by: 'lee' })
  for (let at = 4; at < 106; at++) await sheet.edit(() => null, [editOf(2, `Other ${at}`)], 'typed', { at, by: 'lee' })
  journal.write(() => sheet.adopt('blue'))
  expect(tellHistory(journal, 'blue', 1)).toEqual(['edited: A crimson mug', 'approved by kim: A red mug', 'edited: A red mug'])
  expect(tellHistory(journal, '', 1)).toEqual([])
  // Nothing is kept twice, and without end.
  expect(tellHistory(journal, 'blue', 2)).toHaveLength(102)
  for (let at = 106; at < 160; at++) await sheet.edit(() => 'blue', [editOf(2, `Other ${at}`)], 'typed', { at, by: 'lee' })
  // Older ones move to the history after the last change.
  await expect.poll(() => tellHistory(journal, 'blue', 2).length).toBe(140)
})

it('keeps no change waiting while the texts of earlier ones move to the history', async () => {
  const { journal } = open()
  let now = 0
  // Each piece is a turn of its own.
  const slow: Journal = { ...journal, monotonic: () => (now += 10) }
  const sheet = createSheetStore({ journal: slow, images: { listPresent: (ids) => [...ids] } })
  const left = (): number => Number(journal.get('SELECT count(*) AS cells FROM sheet_before WHERE change = 1')?.cells)
  const cells = Array.from({ length: 400 }, (_, cell) => cell)
  const type = (cell: number, at: number) => sheet.edit(() => 'a', [editOf(cell, `Text ${at}`)], 'typed', { at, by: 'kim' })
  await sheet.edit(
    () => 'a',
    cells.map((cell) => editOf(cell, 'First')),
    'pasted',
    { at: 1, by: 'kim' },
  )
  for (let at = 2; at <= 101; at++) await type(500, at)
  // It can't be undone any more, and the change that made it so has not waited; nor does the next one.
  expect(left()).toBeGreaterThan(350)
  await type(501, 102)
  expect(left()).toBeGreaterThan(300)
  await expect.poll(left).toBe(0)
  for (const cell of cells) expect(tellHistory(journal, 'a', cell)).toEqual(['edited: First'])
})

it('tells each change of a cell once, whatever is undone or redone, and wherever a kill comes while old ones move to the history', async () => {
  const random = createRandom(seed)
  const upTo = (most: number): number => Math.floor(random() * (most + 1))
  const { journal, sheet, killedAfter } = open()
  const cells = Array.from({ length: 30 }, (_, cell) => cell)
  const done: string[][] = []
  let undone: string[][] = []
  for (let at = 1; at <= 180; at++) {
    const act = upTo(9)
    if (act === 0 && done.length > 30) {
      expect(await sheet.undo(() => 'a')).not.toBeNull()
      undone.push(done.pop() ?? [])
    } else if (act === 1) {
      expect((await sheet.redo(() => 'a')) !== null).toBe(undone.length > 0)
      const change = undone.pop()
      if (change) done.push(change)
    } else {
      const chosen = act < 4 ? cells : [upTo(29)]
      // The writes after its own move old changes.
      const writes = 1 + upTo(3)
      await killedAfter(writes).edit(
        () => 'a',
        chosen.map((cell) => editOf(cell, `Text ${at}`)),
        'pasted',
        { at, by: 'kim' },
      )
      done.push(chosen.map((cell) => `${cell} edited: Text ${at}`))
      undone = []
    }
  }
  expect(done.length).toBeGreaterThan(105)
  sheet.sweepLater()
  await expect.poll(() => journal.get("SELECT count(*) AS n FROM sheet_changes WHERE state IN ('past', 'over')")?.n).toBe(0)
  for (const cell of cells) {
    const expected = done.flat().filter((line) => line.startsWith(`${cell} `))
    expect(tellHistory(journal, 'a', cell).map((line) => `${cell} ${line}`)).toEqual(expected.toReversed())
  }
})
