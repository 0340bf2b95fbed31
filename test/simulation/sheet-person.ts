import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isCurrent } from '../../electron/core/answers/sheet/cell-rows.ts'
import { type CellPlace, type CellReview, cellReview, type SheetChangeKind } from '../../shared/answers/sheet.ts'
import type { HandedOver, Mail } from './handed-over.ts'
import type { Oracle } from './oracle.ts'
import type { SimPackshot } from './sim-packshot.ts'
import type { SheetDeed, Step } from './steps.ts'
import type { World } from './world.ts'

/** What a cell shows. `stays`: a person approved or wrote it. */
type Cell = {
  readonly text: string
  readonly review: CellReview
  readonly jobId: string
  readonly stays: boolean
  readonly isAnswer: boolean
}
type Cells = ReadonlyMap<string, Cell>

export const sheetQuestions = ['What is it?', 'Which color?'] as const
const set = {
  name: 'Season',
  questions: sheetQuestions.map((question, at) => ({ question, column: `Column ${at}`, checks: [] })),
  runsOnDrop: false,
}
const hints = ['shorter', 'in one word']

export type SheetPersonPorts = {
  readonly world: World
  readonly packshot: SimPackshot
  readonly oracle: Pick<Oracle, 'report'>
  readonly mail: Mail
  readonly addPictures: (count: number) => Promise<void>
}

const same = (one: Cell | undefined, other: Cell | undefined): boolean => one?.text === other?.text && one?.review === other?.review

/** A person who fills the sheet, reviews it, hands it over and merges, and knows which cells nothing else may change. */
export const createSheetPerson = ({ world, packshot, oracle, mail, addPictures }: SheetPersonPorts) => {
  const { name } = packshot
  /** As they were when they were looked at last. */
  let last: Cells = new Map()
  /** Cells that a change of the person may have changed since then. */
  let touched = new Set<string>()
  let isAnyTouched = false
  /** Words of the person that were acknowledged, and not undone. */
  let said = new Set<string>()
  /** Words of changes that were undone, of which a restart may still have to make an end. */
  let undone = new Set<string>()
  /** A change of many cells without an answer: it is there as a whole, or not at all. */
  let unsure: { readonly keys: readonly string[]; readonly text: string } | null = null
  let words = 0
  let recovery = ''

  const owner = (): string => String(packshot.query('SELECT id FROM connections WHERE active = 1')[0]?.id ?? '')
  const keyOf = (connectionId: string, { imageId, question }: CellPlace): string => `${connectionId}\n${imageId}\n${question}`
  const read = (): Cells =>
    new Map(
      packshot
        .query(
          `SELECT connection_id, image_id, question, kind, text, edited_text, review, job_id FROM answers WHERE ${isCurrent} ORDER BY seq`,
        )
        .map((row) => {
          const text = String(row.edited_text ?? row.text)
          const review = cellReview.parse(row.review)
          const stays = review === 'approved' || (review === 'draft' && row.edited_text !== null && row.edited_text !== '')
          const cell = { text, review, jobId: String(row.job_id), stays, isAnswer: row.kind !== 'own' && row.edited_text === null }
          return [`${row.connection_id}\n${row.image_id}\n${row.question}`, cell] as const
        }),
    )
  const isMerging = (): boolean => existsSync(join(packshot.dataFolder, 'handovers', 'merge.jsonl'))
  /** The library can't be looked into, or a change is under way in it. */
  const isBusy = (): boolean => !packshot.running() || packshot.openLibrary()?.isTransaction !== false || packshot.disk.fault() !== 'none'

  const checkWords = (): void => {
    if (said.size === 0) return
    const kept = packshot
      .query(
        `SELECT text || char(10) || coalesce(edited_text, '') AS said FROM answers
         UNION ALL SELECT coalesce(before, '') || coalesce(after, '') FROM sheet_before UNION ALL SELECT event FROM cell_history`,
      )
      .map((row) => String(row.said))
      .join('\n')
    for (const one of said)
      if (!kept.includes(`${one}.`)) return void oracle.report('words-gone', `${name} lost “${one}” and nothing has it`)
    const lost = packshot.query(
      `SELECT id FROM jobs WHERE operation = 'analyse-image' AND state = 'done' AND NOT EXISTS (SELECT 1 FROM answers WHERE job_id = jobs.id)`,
    )
    if (lost.length > 0) oracle.report('words-gone', `${name} lost the answers of ${JSON.stringify(lost.slice(0, 3))}`)
  }

  /** What a person approved or wrote stays, and a change is there as a whole. */
  const check = (): void => {
    if (isBusy()) return
    const now = read()
    if (isMerging()) isAnyTouched = true
    if (!isAnyTouched)
      for (const [key, was] of last) {
        const is = now.get(key)
        if (same(was, is) || touched.has(key)) continue
        const told = `${name}: ${key.split('\n').slice(1).join(' ')} was ${JSON.stringify(was)} and is ${JSON.stringify(is ?? null)}`
        if (was.review === 'approved') oracle.report('approval-lost', told)
        else if (was.stays || (was.text !== '' && !is)) oracle.report('words-gone', told)
      }
    if (unsure !== null && !isMerging()) {
      const { keys, text } = unsure
      const there = keys.filter((key) => now.get(key)?.text === `${text}.`).length
      const moved = keys.filter((key) => !now.has(key)).length
      if (there > 0 && there < keys.length && moved === 0)
        oracle.report('left-behind', `${name} has ${there} of ${keys.length} cells of “${text}”`)
      unsure = null
    }
    checkWords()
    last = now
    touched = new Set()
    isAnyTouched = isMerging()
  }

  const call = async <T>(act: Parameters<typeof packshot.call<T>>[0]): Promise<T | null> => {
    const answer = await packshot.call(act)
    if (answer && 'error' in answer) world.say(`${name} reads ${answer.error.code}`)
    return answer && 'value' in answer ? answer.value : null
  }

  const setId = async (): Promise<string | null> => {
    const sets = await call((client) => client.questionSets.list())
    return sets?.find((one) => one.name === set.name)?.id ?? (await call((client) => client.questionSets.save(set)))?.id ?? null
  }

  const pictures = (): string[] =>
    packshot.query('SELECT id FROM images WHERE removed_at IS NULL ORDER BY seq').map((row) => String(row.id))
  /** Cells of the sheet, by the step's numbers; those with a text first if wanted. */
  const someCells = ({ a, b }: Step, most: number, isFilled = false): CellPlace[] => {
    const all = pictures().flatMap((imageId) => sheetQuestions.map((question) => ({ imageId, question })))
    const filled = all.filter((cell) => (last.get(keyOf(owner(), cell))?.text ?? '') !== '')
    const from = isFilled && filled.length > 0 ? filled : all
    return from.length === 0 ? [] : [...new Set(Array.from({ length: most }, (_, at) => from[(a + b + at) % from.length] as CellPlace))]
  }
  const touch = (cells: readonly CellPlace[]): string[] => {
    const keys = cells.map((cell) => keyOf(owner(), cell))
    for (const key of keys) touched.add(key)
    return keys
  }

  /** What a cell showed before a change is in its history. */
  const checkHistory = async (before: Cells, cells: readonly CellPlace[]): Promise<void> => {
    const at = owner()
    for (const cell of cells.slice(0, 3)) {
      const was = before.get(keyOf(at, cell))
      if (!was || was.text === '' || read().get(keyOf(at, cell))?.text === was.text) continue
      const events = await call((client) => client.sheet.history(cell))
      if (events && at === owner() && !events.some((event) => event.text === was.text))
        oracle.report('words-gone', `${name}: “${was.text}” is not in the history of ${cell.imageId} ${cell.question}`)
    }
  }

  const edit = async (step: Step, cells: readonly CellPlace[], kind: Exclude<SheetChangeKind, 'reviewed'>): Promise<void> => {
    if (cells.length === 0) return
    check()
    const [before, seen] = [last, step.b % 3 === 0 ? 'digest of nothing' : null]
    const text = kind === 'cleared' ? '' : `${name} writes ${++words}`
    const keys = touch(cells)
    world.say(`${name} changes ${cells.length} cells: ${text}`)
    unsure = text === '' || seen !== null ? null : { keys, text }
    const done = await call((client) =>
      client.sheet.edit({ cells: cells.map((cell) => ({ ...cell, text: text === '' ? '' : `${text}.`, seen })), kind }),
    )
    if (!done) return
    unsure = null
    if (text !== '' && done.changed > 0) said.add(text)
    const kept = new Set(done.kept.map((cell) => keyOf(owner(), cell)))
    const now = read()
    if (text !== '' && packshot.running() && packshot.disk.fault() === 'none')
      for (const key of keys)
        if (!kept.has(key) && now.get(key)?.text !== `${text}.`)
          oracle.report('words-gone', `${name} saved “${text}” and has ${JSON.stringify(now.get(key) ?? null)} in ${key}`)
    for (const [at, key] of keys.entries()) mail.ancestry.add(contentOf(cells[at]?.imageId ?? ''), before.get(key)?.text, `${text}.`)
    await checkHistory(before, cells)
    check()
  }

  const review = async (step: Step, to: CellReview): Promise<void> => {
    const id = await setId()
    if (id === null) return
    check()
    const cells = someCells(step, 3, true)
    if (cells.length === 0) return
    const [question] = sheetQuestions
    const isColumn = step.b % 3 === 0
    touch(isColumn ? pictures().map((imageId) => ({ imageId, question })) : cells)
    await call((client) =>
      client.sheet.review({
        what: isColumn ? { kind: 'view', view: { setId: id }, questions: [question] } : { kind: 'cells', cells: [...cells] },
        review: to,
      }),
    )
    check()
  }

  const step = async (direction: 'undo' | 'redo'): Promise<void> => {
    check()
    isAnyTouched = true
    const before = wordsOfChanges()
    const done = await call((client) => client.sheet[direction]())
    world.say(`${name} ${direction}es ${done ? `${done.kind}, ${done.kept} kept` : 'nothing, or without an answer'}`)
    const now = wordsOfChanges()
    // A change that is undone is no word any more, until it is redone.
    for (const one of before) if (!now.has(one)) undone.add(one)
    if (!done) for (const one of before) undone.add(one)
    for (const one of undone) said.delete(one)
    for (const one of now) if (undone.has(one) && done) undone.delete(one)
    check()
  }
  /** The person's words in changes that are not undone. */
  const wordsOfChanges = (): Set<string> => {
    const kept = packshot
      .query(
        `SELECT coalesce(edited_text, '') AS said FROM answers
         UNION ALL SELECT coalesce(before, '') || coalesce(after, '') FROM sheet_before JOIN sheet_changes ON seq = change WHERE state = 'done'
         UNION ALL SELECT event FROM cell_history`,
      )
      .map((row) => String(row.said))
      .join('\n')
    return new Set([...said, ...undone].filter((one) => kept.includes(`${one}.`)))
  }

  const contents = (): ReadonlyMap<string, string> =>
    new Map(
      packshot
        .query('SELECT id, sha256 FROM images JOIN originals ON picture = images.seq AND originals.version = images.version')
        .map((row) => [String(row.id), String(row.sha256)]),
    )
  const contentOf = (imageId: string): string => contents().get(imageId) ?? imageId

  /** Writes all of it to a file; a full disk or an end in the middle leaves none. */
  const handOver = async (): Promise<HandedOver | null> => {
    const path = join(packshot.disk.root, 'work.packshot-handover')
    const before = read()
    const done = await call((client) => client.handover.write({ to: { kind: 'path', path }, originals: true }))
    if (!done || !packshot.running()) return null
    // An answer that came meanwhile is in the file, or not.
    const [now, at, sha] = [read(), owner(), contents()]
    const cells = new Map<string, readonly string[]>()
    for (const [key, cell] of now) {
      const [connectionId, imageId = '', question = ''] = key.split('\n')
      if (connectionId !== at) continue
      cells.set(`${sha.get(imageId) ?? ''}\n${question}`, [...new Set([cell.text, before.get(key)?.text ?? ''])])
    }
    world.say(`${name} hands over ${cells.size} cells`)
    return { bytes: readFileSync(path), cells }
  }

  const merge = async ({ a, b }: Step): Promise<void> => {
    const handed = await mail.take(name, b % 2 === 0)
    if (!handed) return
    const path = join(packshot.disk.root, 'received.packshot-handover')
    packshot.disk.put(path, handed.bytes)
    check()
    const opened = await call((client) => client.handover.open({ path }))
    if (!opened) return
    const shown = await call((client) => client.handover.differences({ id: opened.id, kind: 'cell', offset: 0, limit: 500 }))
    if (!shown) return
    check()
    const [before, at] = [last, owner()]
    const use = ([null, 'mine', 'theirs'] as const)[b % 3] ?? null
    const usual = use === null ? null : { cell: use, product: use, set: use, match: use }
    world.say(`${name} merges: ${shown.total} cells differ, uses ${use}`)
    isAnyTouched = true
    if (a % 3 === 0) {
      const life = packshot.running()?.life ?? null
      if (b % 2 === 0) packshot.disk.crashIn(1 + a * 2 + b, () => packshot.crash('power'))
      else world.after(1 + a * 12 + b * 5, () => packshot.crash('kill'), life)
    }
    const done = await call((client) => client.handover.merge({ id: opened.id, choices: { usual, each: [] }, otherWorkspace: true }))
    if (done) mail.merged()
    if (!done || !packshot.running() || packshot.disk.fault() !== 'none' || at !== owner()) return
    const differs = new Set(shown.rows.map(({ key }) => key.replace(' ', '\n')))
    const [now, sha] = [read(), contents()]
    const replaced: CellPlace[] = []
    for (const [imageId, content] of sha)
      for (const question of sheetQuestions) {
        const theirs = handed.cells.get(`${content}\n${question}`)
        const [mine, is] = [before.get(keyOf(at, { imageId, question })), now.get(keyOf(at, { imageId, question }))]
        if (theirs === undefined) continue
        const told = `${name}: ${imageId} ${question} was ${JSON.stringify(mine ?? null)}, the other has “${theirs}”, it is ${JSON.stringify(is ?? null)} (${use})`
        const isShown = differs.has(`${content}\n${question}`)
        const isTaken = is !== undefined && is.text !== mine?.text
        // A new answer may come at any time where nobody wrote or approved anything.
        if (isTaken && is.isAnswer && !theirs.includes(is.text)) continue
        if (is && mine && is.text !== mine.text && !theirs.includes(is.text)) oracle.report('words-gone', told)
        if (isShown && use !== 'theirs' && mine && !same(mine, is) && mine.stays) oracle.report('words-gone', told)
        if (mine?.review === 'approved' && is?.review !== 'approved' && !(isShown && use === 'theirs')) oracle.report('approval-lost', told)
        if (isTaken && mine && mine.text !== '') {
          const isOlder = mail.ancestry.has(content, is.text, mine.text)
          if (!isShown && mine.stays && !isOlder) oracle.report('words-gone', `${told}, and it was no shown difference`)
          replaced.push({ imageId, question })
        }
        if (mine && is) mail.ancestry.add(content, mine.text, is.text)
        // A person who keeps their own has seen the other one.
        if (mine && use === 'mine') for (const one of theirs) mail.ancestry.add(content, one, mine.text)
      }
    await checkHistory(before, replaced)
    check()
  }

  return {
    check,
    /** A merge is under way, or an end interrupted it. */
    isMerging,
    handOver,
    /** A workspace is connected: cells of none yet, or of an address that turned out to be another's, move. */
    connecting: (): void => {
      isAnyTouched = true
      unsure = null
    },
    /** After a start: nothing is half done, and an interrupted merge continues. */
    begun: (): void => {
      if (packshot.disk.fault() !== 'none') return
      const [latest] = packshot.query('SELECT damage_id FROM recoveries ORDER BY seq DESC LIMIT 1')
      const isRestored = String(latest?.damage_id ?? '') !== recovery
      recovery = String(latest?.damage_id ?? '')
      if (isRestored) {
        isAnyTouched = true
        unsure = null
        said = new Set()
        undone = new Set()
        last = read()
      }
      check()
    },
    checkLeft: (): void => {
      if (packshot.disk.fault() !== 'none' || packshot.running() === null) return
      if (isMerging()) oracle.report('left-behind', `${name} has a merge that does not end`)
      check()
    },
    do: async (deed: SheetDeed, one: Step): Promise<void> => {
      const { a, b } = one
      // Few pictures, so that two people change the same cells.
      if (deed !== 'merge what the other hands over' && pictures().length < 2) await addPictures(1)
      // A change that ends between two of its flushes.
      if ((a + b) % 5 === 0 && deed !== 'merge what the other hands over') packshot.disk.crashIn(1 + (a % 6), () => packshot.crash('power'))
      switch (deed) {
        case 'ask a set': {
          const id = await setId()
          const images = pictures().slice(-3)
          if (id !== null && images.length > 0)
            await call((client) => client.questionSets.ask({ id, images: { kind: 'some', images }, again: b % 2 === 0 }))
          return check()
        }
        case 'ask again with a hint':
          await call((client) =>
            client.sheet.askAgain({
              what: { kind: 'cells', cells: someCells(one, 4, true) },
              hint: b % 3 === 0 ? null : (hints[a % 2] ?? null),
            }),
          )
          return check()
        case 'approve cells':
          return review(one, 'approved')
        case 'reject cells':
          return review(one, 'rejected')
        case 'take a review back':
          return review(one, 'draft')
        case 'type into a cell':
          return edit(one, someCells(one, 1, b % 2 === 0), 'typed')
        case 'paste into cells':
          return edit(one, someCells(one, 60), 'pasted')
        case 'empty cells':
          return edit(one, someCells(one, 2, true), 'cleared')
        case 'undo in the sheet':
          return step('undo')
        case 'redo in the sheet':
          return step('redo')
        case 'merge what the other hands over':
          return merge(one)
      }
    },
  }
}

export type SheetPerson = ReturnType<typeof createSheetPerson>
