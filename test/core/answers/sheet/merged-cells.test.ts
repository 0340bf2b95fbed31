import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { readEmptied } from '../../../../electron/core/answers/sheet/emptied-cells.ts'
import { type HandedCell, judgeCells } from '../../../../electron/core/answers/sheet/judge-cells.ts'
import { createSheetStore, digestOf } from '../../../../electron/core/answers/sheet/sheet-store.ts'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import type { CellReview } from '../../../../shared/answers/sheet.ts'

const place = { imageId: 'img_1', question: 'Color?' }
const [ann, ben] = [
  { at: 1, by: 'Ann' },
  { at: 2, by: 'Ben' },
]

/** A library with one cell. */
const open = () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  const sheet = createSheetStore({ journal, images: { listPresent: (ids) => [...ids] } })
  const owner = (): string => 'blue'
  const row = () => sheet.rows.current('blue', [place]).get(`${place.imageId}\n${place.question}`)
  return {
    write: (text: string, review?: CellReview, person = ann) =>
      sheet.edit(owner, [{ ...place, text, seen: null, ...(review ? { review } : {}) }], 'typed', person),
    review: (review: CellReview, person = ann) => sheet.review(owner, [place], review, person),
    /** As its hand-over has it. */
    handed: (): HandedCell => {
      const found = row()
      if (!found) throw new Error('the cell is empty')
      const { jobId: _, ...cell } = found
      return cell
    },
    /** The cell as it is compared now: `merge` merges it later. */
    compare: (cell: HandedCell, use: 'mine' | 'theirs' | null = null) => {
      const seen = digestOf(row())
      return { merge: () => sheet.merge(owner, [{ ...place, cell, seen, use }], 3) }
    },
    judge: (cell: HandedCell) => judgeCells(row() ?? readEmptied(journal, 'blue', [place]).values().next().value, cell),
    writeElsewhere: (text: string) => sheet.edit(owner, [{ imageId: 'img_2', question: 'Color?', text, seen: null }], 'typed', ann),
    undo: () => sheet.undo(owner),
    look: (): string => (row() ? `${row()?.editedText ?? row()?.text} · ${row()?.review}` : 'empty'),
  }
}

describe('what a person took back or emptied', () => {
  it('is asked about when an earlier hand-over still has the review, once', async () => {
    const [mine, theirs] = [open(), open()]
    await theirs.write('A small cup', 'approved', ben)
    await mine.compare(theirs.handed()).merge()
    await mine.review('draft')
    expect(mine.judge(theirs.handed())).toBe('differs')
    await mine.compare(theirs.handed(), 'mine').merge()
    expect([mine.look(), mine.judge(theirs.handed())]).toEqual(['A small cup · draft', 'mine'])
  })

  it('is asked about when an earlier hand-over still has the text, once, also after it can’t be undone any more', async () => {
    for (const later of [0, 105]) {
      const [mine, theirs] = [open(), open()]
      await mine.write('A blue cup')
      await theirs.compare(mine.handed()).merge()
      await mine.write('')
      for (let at = 0; at < later; at++) await mine.writeElsewhere(`Other ${at}`)
      expect(mine.judge(theirs.handed()), `after ${later}`).toBe('differs')
      await mine.compare(theirs.handed(), 'mine').merge()
      expect([mine.look(), mine.judge(theirs.handed())]).toEqual([' · draft', 'mine'])
      await mine.undo()
      expect([mine.look(), mine.judge(theirs.handed())]).toEqual(['empty', 'differs'])
      await mine.compare(theirs.handed(), 'theirs').merge()
      expect(mine.look()).toBe('A blue cup · draft')
    }
  })

  it('is nothing where the text was undone, or never written', async () => {
    const [mine, theirs] = [open(), open()]
    await theirs.write('A small cup', undefined, ben)
    expect(mine.judge(theirs.handed())).toBe('theirs')
    await mine.write('A small cup')
    await mine.undo()
    expect(mine.judge(theirs.handed())).toBe('theirs')
  })
})

describe('a cell that changed after a hand-over was compared', () => {
  it('stays, and is counted, whichever side was chosen', async () => {
    for (const use of ['mine', 'theirs', null] as const) {
      const [mine, theirs] = [open(), open()]
      await mine.write('A blue cup')
      await theirs.write('A small cup', undefined, ben)
      const emptied = mine.compare(theirs.handed(), use)
      await mine.write('')
      expect(await emptied.merge(), String(use)).toMatchObject({ changed: 0, kept: 1 })
      expect(mine.look()).toBe('empty')
    }
  })

  it('stays empty where it was empty, and their text was typed and emptied again since', async () => {
    const [mine, theirs] = [open(), open()]
    await theirs.write('A small cup', undefined, ben)
    const compared = mine.compare(theirs.handed())
    await mine.write('A small cup')
    await mine.write('')
    expect(await compared.merge()).toMatchObject({ changed: 0, kept: 1 })
    expect(mine.look()).toBe('empty')
  })

  it('keeps a review that was taken back meanwhile', async () => {
    const [mine, theirs] = [open(), open()]
    await mine.write('Same', 'approved')
    await theirs.write('Same', undefined, ben)
    await theirs.review('rejected', ben)
    const compared = mine.compare(theirs.handed(), 'mine')
    await mine.review('draft')
    await compared.merge()
    expect(mine.look()).toBe('Same · draft')
  })

  it('keeps what was written into an empty cell meanwhile', async () => {
    const [mine, theirs] = [open(), open()]
    await theirs.write('A small cup', undefined, ben)
    const compared = mine.compare(theirs.handed())
    await mine.write('A blue cup')
    expect(await compared.merge()).toMatchObject({ changed: 0, kept: 1 })
    expect(mine.look()).toBe('A blue cup · draft')
  })
})
