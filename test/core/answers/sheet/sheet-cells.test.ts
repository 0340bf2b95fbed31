import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createAnswerStore } from '../../../../electron/core/answers/questions/answer-store.ts'
import { cellDigest } from '../../../../electron/core/answers/sheet/cell-digest.ts'
import { editAnswer } from '../../../../electron/core/answers/sheet/edit-answer.ts'
import type { Undone } from '../../../../electron/core/answers/sheet/sheet-history.ts'
import { createSheetStore, type SheetStore } from '../../../../electron/core/answers/sheet/sheet-store.ts'
import { createJournal, type Journal } from '../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import type { CellEdit, CellPlace, CellReview } from '../../../../shared/answers/sheet.ts'
import { createRandom } from '../../../fixtures/random.ts'
import { seedsOf } from '../../../support/seed.ts'
import { SheetModel } from './sheet-model.ts'

const person = { at: 1, by: 'kim' }
const images = { listPresent: (ids: readonly string[]) => ids.filter((id) => id !== 'gone') }

const open = () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  return { journal, answers: createAnswerStore(journal) }
}
type Opened = ReturnType<typeof open>

const storeOn = (journal: Journal): SheetStore => createSheetStore({ journal, images })

/** A store that is killed before its write with this number: nothing of it reaches the library afterwards. */
const killedAt = (opened: Opened, last: number): SheetStore => {
  let writes = 0
  return storeOn({
    ...opened.journal,
    write: (change) => {
      writes += 1
      if (writes > last) throw new Error('killed')
      return opened.journal.write(change)
    },
  })
}

const placeOf = (cell: string): CellPlace => ({ imageId: `img_${cell}`, question: 'Color?' })
const editOf = (cell: string, text: string, more: Partial<CellEdit> = {}): CellEdit => ({ ...placeOf(cell), text, seen: null, ...more })

const look = ({ rows }: SheetStore, owner: string, cell: string): string => {
  const place = placeOf(cell)
  const row = rows.current(owner, [place]).get(`${place.imageId}\n${place.question}`)
  return row ? `${row.kind} “${row.editedText ?? row.text}”${row.editedText === null ? '' : ' edited'} ${row.review}` : 'none'
}

let jobs = 0
/** Returns the answer's job. */
const arrive = (
  { journal, answers }: Opened,
  owner: string,
  cell: string,
  text: string,
  kind: 'answer' | 'cannot-tell' = 'answer',
): string => {
  const jobId = `job_${jobs++}`
  journal.write(() => answers.save({ ...placeOf(cell), connectionId: owner, kind, text, answeredAt: 1, jobId, hint: null, sent: null }))
  return jobId
}

/** Changes an answer, shown or not, as the Questions screen does. */
const editOnQuestions = ({ journal, answers }: Opened, sheet: SheetStore, jobId: string, text: string) =>
  editAnswer({ journal, answers, sheet, person }, { jobId, text, seen: null })

describe('a cell', () => {
  const at = () => {
    const opened = open()
    return { opened, sheet: storeOn(opened.journal), owner: () => 'a' }
  }

  it('stays as it is once a person approved or edited it, and shows the next answer after a rejection', async () => {
    const { opened, sheet, owner } = at()
    arrive(opened, 'a', '1', 'Red')
    arrive(opened, 'a', '2', 'Red')
    await sheet.review(owner, [placeOf('1')], 'approved', person)
    await sheet.edit(owner, [editOf('2', 'Crimson')], 'typed', person)
    for (const cell of ['1', '2']) arrive(opened, 'a', cell, 'Blue')
    expect([look(sheet, 'a', '1'), look(sheet, 'a', '2')]).toEqual(['answer “Red” approved', 'answer “Crimson” edited draft'])
    arrive(opened, 'a', '3', 'Green')
    await sheet.review(owner, [placeOf('3')], 'rejected', person)
    expect(look(sheet, 'a', '3')).toBe('answer “Green” rejected')
    arrive(opened, 'a', '3', 'Teal')
    expect(look(sheet, 'a', '3')).toBe('answer “Teal” draft')
  })

  it('keeps a person’s words where nothing was answered, and is empty again when they are cleared', async () => {
    const { opened, sheet, owner } = at()
    await sheet.edit(owner, [editOf('1', ' My words\r\n')], 'typed', person)
    expect(look(sheet, 'a', '1')).toBe('own “My words” edited draft')
    arrive(opened, 'a', '1', 'Red')
    expect(look(sheet, 'a', '1')).toBe('own “My words” edited draft')
    await sheet.edit(owner, [editOf('1', '')], 'cleared', person)
    expect(look(sheet, 'a', '1')).toBe('answer “Red” draft')
    await sheet.undo(owner)
    expect(look(sheet, 'a', '1')).toBe('own “My words” edited draft')
  })

  it('can’t be approved while it is empty, and is a draft again after another text', async () => {
    const { opened, sheet, owner } = at()
    arrive(opened, 'a', '1', 'Cannot tell', 'cannot-tell')
    expect(await sheet.review(owner, [placeOf('1'), placeOf('2')], 'approved', person)).toEqual({
      changed: 0,
      change: null,
      skipped: 2,
      kept: [],
    })
    await sheet.edit(owner, [editOf('1', 'Red', { review: 'approved' })], 'typed', person)
    expect(look(sheet, 'a', '1')).toBe('cannot-tell “Red” edited approved')
    await sheet.edit(owner, [editOf('1', 'Dark red')], 'typed', person)
    expect(look(sheet, 'a', '1')).toBe('cannot-tell “Dark red” edited draft')
  })

  it('is changed once if it is named twice, and undone as it was', async () => {
    const { opened, sheet, owner } = at()
    for (const cell of ['1', '2']) arrive(opened, 'a', cell, 'Red')
    const cells = ['1', '2', '1'].map(placeOf)
    expect(await sheet.review(owner, [...cells, ...cells], 'approved', person)).toMatchObject({ changed: 2 })
    expect([look(sheet, 'a', '1'), look(sheet, 'a', '2')]).toEqual(['answer “Red” approved', 'answer “Red” approved'])
    expect(await sheet.undo(owner)).toMatchObject({ cells: 2, kept: 0 })
    expect([look(sheet, 'a', '1'), look(sheet, 'a', '2')]).toEqual(['answer “Red” draft', 'answer “Red” draft'])
  })

  it('is undone and redone whatever characters its text has', async () => {
    const { opened, sheet, owner } = at()
    const texts = ['half a \ud83d pair', 'quotes "\\" and \'', '{"a":[1]}', 'line\nbreak\ttab', '\u2028\u0001']
    for (const [index] of texts.entries()) arrive(opened, 'a', String(index + 1), 'Red')
    const edits = texts.map((text, index) => editOf(String(index + 1), text))
    await sheet.edit(owner, edits, 'pasted', person)
    const looks = (): string[] => texts.map((_, index) => look(sheet, 'a', String(index + 1)))
    const pasted = looks()
    expect(await sheet.undo(owner)).toMatchObject({ kept: 0 })
    expect(new Set(looks())).toEqual(new Set(['answer “Red” draft']))
    expect(await sheet.redo(owner)).toMatchObject({ kept: 0 })
    expect(looks()).toEqual(pasted)
  })

  it('stays “No answer” when it is emptied or approved as it is', async () => {
    const { opened, sheet, owner } = at()
    arrive(opened, 'a', '1', 'Cannot tell', 'cannot-tell')
    for (const edit of [editOf('1', ''), editOf('1', '', { review: 'approved' })])
      expect(await sheet.edit(owner, [edit], 'typed', person)).toMatchObject({ changed: 0, change: null, kept: [] })
    expect(look(sheet, 'a', '1')).toBe('cannot-tell “Cannot tell” draft')
  })

  it('is not changed if it is something else than the person saw, too long, or its picture is gone', async () => {
    const { opened, sheet, owner } = at()
    const seen = cellDigest('', 'draft')
    arrive(opened, 'a', '1', 'Red')
    const { changed, kept } = await sheet.edit(
      owner,
      [
        editOf('1', 'Mine', { seen }),
        editOf('2', 'x'.repeat(20_001)),
        editOf('3', 'Mine', { seen }),
        { ...editOf('4', 'Mine'), imageId: 'gone' },
      ],
      'pasted',
      person,
    )
    expect({ changed, why: kept.map(({ why }) => why) }).toMatchObject({ changed: 1, why: ['changed', 'too-long', 'removed'] })
    expect(await sheet.review(owner, [{ ...placeOf('1'), seen }], 'approved', person)).toMatchObject({
      changed: 0,
      kept: [{ why: 'changed' }],
    })
    expect(look(sheet, 'a', '1')).toBe('answer “Red” draft')
  })

  it('keeps what another change made of it when an older one is undone, and says so', async () => {
    const { opened, sheet, owner } = at()
    for (const cell of ['1', '2']) arrive(opened, 'a', cell, 'Red')
    await sheet.edit(owner, [editOf('1', 'Mine'), editOf('2', 'Mine')], 'filled', person)
    // As the Questions screen does, which the sheet's undo knows nothing of.
    const { rows } = sheet
    const place = placeOf('1')
    opened.journal.write(() => {
      const row = rows.current('a', [place]).get(`${place.imageId}\n${place.question}`)
      if (row) rows.changeAll('a', [{ ...place, row, to: { kind: 'state', state: { ...row, editedText: 'Later' } } }], 2)
    })
    expect(await sheet.undo(owner)).toMatchObject({ kind: 'filled', cells: 2, kept: 1 })
    expect([look(sheet, 'a', '1'), look(sheet, 'a', '2')]).toEqual(['answer “Later” edited draft', 'answer “Red” draft'])
  })

  it('never covers newer words in another answer by an undo or redo, and says that they stay', async () => {
    const { opened, sheet, owner } = at()
    await sheet.edit(owner, [editOf('1', 'First own words')], 'typed', person)
    await sheet.undo(owner)
    arrive(opened, 'a', '1', 'Red')
    opened.journal.write(() => opened.journal.run("UPDATE answers SET edited_text = 'Newer words' WHERE text = 'Red'"))
    expect(await sheet.redo(owner)).toMatchObject({ kept: 1 })
    expect(look(sheet, 'a', '1')).toBe('answer “Newer words” edited draft')
  })

  it('moves with the workspace that is connected', async () => {
    const { opened, sheet } = at()
    await sheet.edit(() => null, [editOf('1', 'Offline')], 'typed', person)
    opened.journal.write(() => sheet.adopt('a'))
    expect(look(sheet, 'a', '1')).toBe('own “Offline” edited draft')
    expect(await sheet.undo(() => 'a')).toMatchObject({ kept: 0 })
    expect(look(sheet, 'a', '1')).toBe('none')
  })
})

const cells = ['1', '2', '3', '4'] as const
const owners = ['a', 'b'] as const

/** Plays a person, arriving answers and kills from a seed, beside the model. */
const play = async (seed: number): Promise<void> => {
  const random = createRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const opened = open()
  let sheet = storeOn(opened.journal)
  const models: Record<string, SheetModel> = { a: new SheetModel(), b: new SheetModel() }
  const said: string[] = []
  /** Jobs of the newest answers, by workspace and cell. */
  const newest = new Map<string, string>()
  const lookAll = (owner: string): string[] => cells.map((cell) => look(sheet, owner, cell))
  const expectAll = (model: SheetModel): string[] => cells.map((cell) => model.look(cell))
  for (let step = 0; step < 24; step++) {
    const owner = pick(owners)
    const model = models[owner] as SheetModel
    const chosen = cells.filter(() => random() < 0.5)
    const text = pick(['', 'Red', 'Blue', 'Mine'])
    const review = pick<CellReview>(['draft', 'approved', 'rejected'])
    const kind = pick(['arrive', 'arrive', 'words', 'edit', 'edit', 'approve-edit', 'review', 'review', 'undo', 'undo', 'redo'])
    if (kind === 'arrive') {
      const as = text === '' ? 'cannot-tell' : 'answer'
      for (const cell of chosen) {
        newest.set(`${owner} ${cell}`, arrive(opened, owner, cell, text || 'Cannot tell', as))
        model.arrive(cell, text || 'Cannot tell', as)
      }
      said.push(`${owner} arrive ${chosen} ${text}`)
      continue
    }
    if (kind === 'words') {
      for (const cell of chosen) {
        const jobId = newest.get(`${owner} ${cell}`)
        if (jobId === undefined || text === '') continue
        await editOnQuestions(opened, sheet, jobId, text)
        model.editAnswer(cell, text)
      }
      said.push(`${owner} words ${chosen} ${text}`)
      continue
    }
    let active = owner
    const change = (on: SheetStore): Promise<unknown> => {
      const now = (): string => active
      if (kind === 'undo') return on.undo(now)
      if (kind === 'redo') return on.redo(now)
      if (kind === 'review') return on.review(now, chosen.map(placeOf), review, person)
      const edits = chosen.map((cell) => editOf(cell, text, kind === 'edit' ? {} : { review }))
      return on.edit(now, edits, 'typed', person)
    }
    /** The person may switch to the other workspace before it is the change's turn. */
    const act = (on: SheetStore): Promise<unknown> => {
      const done = change(on)
      active = pick(owners)
      return done
    }
    const whole = model.copy()
    let kept: number | null = null
    if (kind === 'undo') kept = whole.undo()
    else if (kind === 'redo') kept = whole.redo()
    else if (kind === 'review') whole.review(chosen, review)
    else whole.edit(chosen, text, kind === 'edit' ? undefined : review)
    const isKilled = random() < 0.3
    said.push(`${owner} ${kind} ${chosen} ${text} ${review}${isKilled ? ' killed' : ''}`)
    if (isKilled) {
      await act(killedAt(opened, Math.floor(random() * 2))).catch(() => {})
      sheet = storeOn(opened.journal)
      const [found, all] = [lookAll(owner).join(), expectAll(whole).join()]
      const [undo, redo] = [sheet.last(owner).undo !== null, sheet.last(owner).redo !== null]
      const isWhole = found === all && undo === whole.done.length > 0 && redo === whole.undone.length > 0
      if (isWhole) models[owner] = whole
    } else {
      const done = await act(sheet)
      if (kind === 'undo' || kind === 'redo') expect((done as Undone | null)?.kept ?? null, said.join(' · ')).toBe(kept)
      models[owner] = whole
    }
    for (const one of owners) {
      const expected = models[one] as SheetModel
      expect(lookAll(one), `seed ${seed}: ${said.join(' · ')}`).toEqual(expectAll(expected))
      const { undo, redo } = sheet.last(one)
      expect([undo !== null, redo !== null], `seed ${seed}: ${said.join(' · ')}`).toEqual([
        expected.done.length > 0,
        expected.undone.length > 0,
      ])
    }
  }
}

describe('cells of two workspaces', () => {
  it('follow the rules whatever arrives, is edited, reviewed, undone, redone, switched or killed', async () => {
    for (const seed of seedsOf(12)) await play(seed)
  })
})
