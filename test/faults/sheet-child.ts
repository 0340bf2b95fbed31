import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { cellValue, sheetView } from '../../shared/answers/sheet.ts'
import { formatRecord, restoreText } from '../../shared/base/spreadsheet-text.ts'
import { usualLayout } from '../../shared/exchange/export-presets.ts'
import { createRandom } from '../fixtures/random.ts'
import { openTestCore } from '../support/open-test-core.ts'

/**
 * node sheet-child.ts FOLDER SEED: a person who works in the sheet without an end, in a process to be killed. It prints `found` with what the sheet has
 * at the start, before each change `begin` with what it will have, and `done` once the change was acknowledged.
 */
const [folder = '', seed = '1'] = process.argv.slice(2)

type Cell = { readonly text: string; readonly review: string }
type State = ReadonlyMap<string, Cell>

const random = createRandom(Number(seed))
const pick = (count: number): number => Math.floor(random() * count)
const { client } = await openTestCore(join(folder, 'data'))
const [set] = await client.questionSets.list()
if (!set) throw new Error('the library has no question set')
const view = sheetView.parse({ setId: set.id })
const questions = set.questions.map(({ question }) => question)
const keyOf = (imageId: string, question: string): string => `${imageId} ${question}`

const readState = async (): Promise<State> => {
  const { rows } = await client.sheet.page({ view, offset: 0, limit: 200 })
  return new Map(
    rows.flatMap(({ imageId, cells }) =>
      cells.map((cell) => [keyOf(imageId ?? '', cell.question), { text: cellValue(cell), review: cell.review }] as const),
    ),
  )
}
const digest = (state: State): string =>
  createHash('sha256')
    .update(JSON.stringify([...state]))
    .digest('hex')
    .slice(0, 16)
const tell = (what: string, state: State): void => writeFileSync(1, `${what} ${digest(state)}\n`)
const withTexts = (state: State, texts: ReadonlyMap<string, string>): State =>
  new Map(
    [...state].map(([key, cell]) => {
      const text = texts.get(key)
      return [key, text === undefined || text === cell.text ? cell : { text, review: 'draft' }]
    }),
  )

const { images } = await client.sheet.keys({ view, offset: 0, limit: 200 })
const all = images.flatMap((imageId) => (imageId === null ? [] : questions.map((question) => ({ imageId, question }))))
const path = join(folder, 'texts.csv')
const layout = { ...usualLayout('pictures', set.questions), form: { kind: 'csv', separator: ',', bom: true, flat: false } as const }

/** Each has what the sheet has after it. */
type Step = { readonly after: State; readonly act: () => Promise<unknown> }

const edit = (state: State, count: number, kind: 'typed' | 'pasted', text: string): Step => {
  const first = pick(all.length - count + 1)
  const cells = all.slice(first, first + count).map((place) => ({ ...place, text, seen: null }))
  const texts = new Map(cells.map(({ imageId, question }) => [keyOf(imageId, question), text]))
  return { after: withTexts(state, texts), act: () => client.sheet.edit({ cells, kind }) }
}
const approve = (state: State): Step => {
  const question = questions[pick(questions.length)] ?? ''
  const after = new Map(
    [...state].map(([key, cell]) => [key, key.endsWith(` ${question}`) && cell.text !== '' ? { ...cell, review: 'approved' } : cell]),
  )
  return { after, act: () => client.sheet.review({ what: { kind: 'view', view, questions: [question] }, review: 'approved' }) }
}
/** Exported, every text changed in the file, and imported again. */
const importAgain = async (state: State, text: string): Promise<Step> => {
  await client.exports.write({ view, which: 'all', layout, to: { kind: 'path', path } })
  const [header = [], ...rows] = parse(readFileSync(path), { bom: true }) as string[][]
  const columns = new Set(set.questions.map(({ column }) => header.indexOf(column)))
  const changed = rows.map((row) => row.map((value, at) => (columns.has(at) ? text : restoreText(value))))
  const edited = join(folder, 'edited.csv')
  writeFileSync(edited, [header, ...changed].map((cells) => formatRecord(cells)).join(''))
  const texts = new Map(all.map(({ imageId, question }) => [keyOf(imageId, question), text]))
  const { id } = await client.exports.openFile({ path: edited })
  return { after: withTexts(state, texts), act: () => client.exports.apply({ id, conflicts: 'file', rewritten: 'file' }) }
}

let state = await readState()
tell('found', state)
/** What was before each change of this run, to undo it. */
const before: State[] = []
for (let step = 0; ; step++) {
  const text = `${seed} ${step}`
  const earlier = before.at(-1)
  const kind = pick(6)
  const isUndo = kind === 5 && earlier !== undefined
  const next = isUndo
    ? { after: earlier, act: () => client.sheet.undo() }
    : kind === 0
      ? edit(state, 1, 'typed', text)
      : kind === 1
        ? approve(state)
        : kind === 2
          ? await importAgain(state, text)
          : edit(state, Math.ceil(all.length * 0.8), 'pasted', text)
  tell('begin', next.after)
  await next.act()
  if (isUndo) before.pop()
  else if (digest(next.after) !== digest(state)) before.push(state)
  state = next.after
  tell('done', state)
  const now = await readState()
  if (digest(now) !== digest(state)) throw new Error(`step ${step}, ${kind}: the sheet has something else than it should`)
}
