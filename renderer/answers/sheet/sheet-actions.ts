import { type CellEdit, type CellReview, type ChosenCells, longestCellText, type SheetChangeKind } from '../../../shared/answers/sheet.ts'
import { describeSheetChange } from '../../../shared/answers/sheet-cells-words.ts'
import { countOf, formatCount } from '../../../shared/base/number-words.ts'
import { client } from '../../bridge.ts'
import { api, queryClient } from '../../queries.ts'
import { hideNote, tell, tellProblem } from '../../ui/tell.tsx'
import { createTurns } from '../../ui/turns.ts'
import { doNow, forgetUndo, isOver, keepUndo } from '../../ui/undo.ts'
import { type CellRange, countCells, hasAllRows } from './cell-range.ts'
import { pendingOf, settle, showPending } from './pending-cells.ts'
import { placePaste } from './place-paste.ts'
import { readImages, readPlaces, readTexts, type ShownSheet } from './sheet-queries.ts'
import { dropWaiting, type EditedCell, keepUnsaved, keepWaiting, say, useSheetView, useWaiting } from './sheet-view.ts'
import type { TableText } from './table-text.ts'

/** The window closes or reloads: what waits here would be lost, so the core gets it now. It runs changes in turn, too. */
const left = new Promise<void>((resolve) => globalThis.addEventListener?.('pagehide', () => resolve(), { once: true }))
/** One change after the other, so that they are undone in the order in which they were made. */
const turns = createTurns(left)
const inOrder: typeof turns.run = (act) => {
  // The “Undo” of an earlier change would undo this one instead; that change may end while this one waits.
  const hide = (): void => hideNote('sheet')
  hide()
  return turns.run(() => act().finally(hide))
}

/** As many cells as one change may have. */
const mostCells = 100_000

/** The workspace whose cells are on the screen: a change is about these, whichever is active once it is written. */
export const workspaceNow = (): string | null => useSheetView.getState().workspace

/** The person switched to another workspace while this one was changed. One that isn't known yet becomes the first that is connected. */
const isElsewhere = (workspace: string | null): boolean => {
  const active = queryClient.getQueryData(api.session.get.queryKey())?.connection?.id ?? workspaceNow()
  return workspace !== null && active !== null && workspace !== active
}

/** “Undo” for exactly this change, where a person can see it. */
export const undoOf = (change: number | null, workspace: string | null) =>
  change === null || isElsewhere(workspace)
    ? ({ kind: 'sheet' } as const)
    : ({ undo: { run: () => turn('undo', { change, workspace }), key: keyOf(change) }, kind: 'sheet' } as const)

const keyOf = (change: number): string => `sheet ${change}`

/** The same for a change that is seen where it was made, and needs no note. */
const keepUndoOf = (said: string, change: number | null, workspace: string | null): void => {
  const { undo } = undoOf(change, workspace) as { undo?: { run: () => Promise<boolean>; key: string } }
  if (undo) keepUndo(said, undo.run, { key: undo.key })
}

const elsewhere = (workspace: string | null): string => {
  if (!isElsewhere(workspace)) return ''
  const home = queryClient.getQueryData(api.workspaces.list.queryKey())?.find(({ id }) => id === workspace)?.name
  return home === undefined ? 'Changed in another workspace. ' : `Changed in “${home}”. `
}

type EditKind = Exclude<SheetChangeKind, 'reviewed'>

/** Saves cells as one change. Returns those that stayed as they are. */
const save = async (cells: readonly CellEdit[], kind: EditKind, workspace: string | null) => {
  const token = showPending(cells, workspace)
  try {
    return await inOrder(() => client.sheet.edit({ cells: [...cells], kind, workspace }))
  } finally {
    void settle(token)
  }
}

/** Saves what was typed into a cell. A text that can't be saved as it is stays until a person decides (unsaved-note.tsx). */
export const saveTyped = (cell: EditedCell, text: string, isApproved: boolean): Promise<void> => doNow(saveCell(cell, text, isApproved))

const saveCell = async (cell: EditedCell, text: string, isApproved: boolean): Promise<void> => {
  const { workspace, imageId, question, name, label } = cell
  if (text === cell.before && !isApproved) return
  if (text.length > longestCellText) return keepUnsaved({ workspace, imageId, question, name, label, text, why: 'too-long' })
  // Two changes of one cell within a moment: the second one has seen the first.
  const seen = pendingOf(imageId, question) ? null : cell.seen
  const waiting = { cell: { ...cell, seen }, text, isApproved }
  keepWaiting(waiting)
  try {
    const { kept, change } = await save(
      [{ imageId, question, text, seen, ...(isApproved ? { review: 'approved' as const } : {}) }],
      'typed',
      workspace,
    )
    const [one] = kept
    if (one) keepUnsaved({ workspace, imageId, question, name, label, text, why: one.why })
    const place = elsewhere(workspace)
    say(one ? `${label} of ${name} was not saved` : `${label} of ${name} saved. ${place}`)
    keepUndoOf(`“${label}” of ${name} changed`, change, workspace)
    if (!one && place !== '') tell(`“${label}” of ${name} saved`, { text: place, kind: 'sheet' })
  } catch (error) {
    keepUnsaved({ workspace, imageId, question, name, label, text, why: 'failed' })
    tellProblem('Your text wasn’t saved. It is still here.', error)
  } finally {
    dropWaiting(waiting)
  }
}

/** Saves the texts whose calls a reload interrupted. Those that were saved already change nothing. */
export const saveInterrupted = async (): Promise<void> => {
  const { texts } = useWaiting.getState()
  useWaiting.setState({ texts: [] })
  await Promise.all(texts.map(({ cell, text, isApproved }) => saveTyped(cell, text, isApproved)))
}
void saveInterrupted()

const changeCells = async (cells: readonly CellEdit[], kind: EditKind, workspace: string | null, also = ''): Promise<void> => {
  if (cells.length === 0) return void say('There is nothing to change')
  if (cells.length > mostCells)
    return tell('Nothing was changed', { text: `One change may have ${formatCount(mostCells)} cells. Select fewer.` })
  try {
    const { changed, kept, change: made } = await save(cells, kind, workspace)
    const said = describeSheetChange({ kind, cells: changed })
    const rest = kept.length > 0 ? `${countOf(kept.length, 'cell')} stayed: changed meanwhile, too long, or without a picture. ` : ''
    const text = `${elsewhere(workspace)}${rest}${also}`
    if (changed > 1 || text !== '') tell(said, { ...undoOf(made, workspace), ...(text === '' ? {} : { text }) })
    else keepUndoOf(said, made, workspace)
    say(`${said}. ${text}`)
  } catch (error) {
    tellProblem('The cells were not changed.', error)
  }
}

const change: typeof changeCells = (...all) => doNow(changeCells(...all))

/** `workspace`: the one that was shown when the person chose to. */
export const clearCells = async (sheet: ShownSheet, range: CellRange, workspace = workspaceNow()): Promise<void> => {
  try {
    const places = await readPlaces(sheet, range, workspace)
    await change(
      places.map(({ imageId, question }) => ({ imageId, question, text: '', seen: null })),
      'cleared',
      workspace,
    )
  } catch (error) {
    tellProblem('The cells were not changed.', error)
  }
}

const sizeOf = (sheet: ShownSheet) => ({ rows: sheet.total, columns: sheet.columns.length, rowsInView: 1 })

/** Pastes a table. Returns the range that it went to. */
export const pasteTable = async (sheet: ShownSheet, selected: CellRange, table: TableText): Promise<CellRange> => {
  const { range, outside, textAt } = placePaste(table, selected, sizeOf(sheet))
  const workspace = workspaceNow()
  const images = await readImages(sheet.view, range.top, range.bottom, workspace).catch((error: unknown) => {
    tellProblem('Nothing was pasted.', error)
    return []
  })
  const cells = images.flatMap((imageId, at) =>
    imageId === null
      ? []
      : sheet.columns.slice(range.left, range.right + 1).flatMap(({ question }, by) => {
          const text = textAt(range.top + at, range.left + by)
          return text === undefined ? [] : [{ imageId, question, text, seen: null }]
        }),
  )
  await change(
    cells,
    'pasted',
    workspace,
    outside > 0 ? `${countOf(outside, 'cell')} beyond the last row or column ${outside === 1 ? 'was' : 'were'} not pasted.` : '',
  )
  return range
}

/** The first row's texts into the rows below, or the first column's into those at its right. One cell alone takes its neighbour's. */
export const fill = async (sheet: ShownSheet, range: CellRange, direction: 'down' | 'right'): Promise<void> => {
  const isDown = direction === 'down'
  const isAlone = isDown ? range.top === range.bottom : range.left === range.right
  const from = isDown ? range.top - (isAlone ? 1 : 0) : range.left - (isAlone ? 1 : 0)
  if (from < 0) return void say('There is no cell to copy from')
  const workspace = workspaceNow()
  try {
    const first = isDown ? { ...range, top: from, bottom: from } : { ...range, left: from, right: from }
    const source = await readTexts(sheet, first, workspace)
    const target = isAlone ? range : isDown ? { ...range, top: range.top + 1 } : { ...range, left: range.left + 1 }
    const images = await readImages(sheet.view, target.top, target.bottom, workspace)
    const columns = sheet.columns.slice(target.left, target.right + 1)
    const cells = images.flatMap((imageId, row) =>
      imageId === null
        ? []
        : columns.map(({ question }, column) => ({
            imageId,
            question,
            text: (isDown ? source[0]?.[column] : source[row]?.[0]) ?? '',
            seen: null,
          })),
    )
    await change(cells, 'filled', workspace)
  } catch (error) {
    tellProblem('The cells were not filled.', error)
  }
}

/** The cells of a range, as the core is told about them: a whole column is about the view. */
export const chosenOf = async (sheet: ShownSheet, range: CellRange): Promise<ChosenCells> => {
  const workspace = workspaceNow()
  const questions = sheet.columns.slice(range.left, range.right + 1).map(({ question }) => question)
  if (hasAllRows(range, sizeOf(sheet)) && countCells(range) > 1_000)
    return { kind: 'view', view: sheet.view as never, questions, workspace }
  return { kind: 'cells', cells: await readPlaces(sheet, range, workspace), workspace }
}

const reviewed: Readonly<Record<CellReview, string>> = { approved: 'approved', rejected: 'rejected', draft: 'set back to draft' }

/** `chosen`: the cells of the range, if they were read before. */
export const review = (sheet: ShownSheet, range: CellRange, to: CellReview, chosen = chosenOf(sheet, range)): Promise<void> =>
  doNow(reviewCells(range, to, chosen))

const reviewCells = async (range: CellRange, to: CellReview, chosen: Promise<ChosenCells>): Promise<void> => {
  let token: number | undefined
  try {
    const what = await chosen
    const workspace = what.workspace ?? null
    token = showPending(what.kind === 'cells' ? what.cells.map((place) => ({ ...place, review: to })) : [], workspace)
    const { changed, skipped, kept, change: made } = await inOrder(() => client.sheet.review({ what, review: to }))
    const text = [
      elsewhere(workspace).trim(),
      ...(skipped > 0 && countCells(range) > 1 ? [`${countOf(skipped, 'cell')} skipped: empty, or ${reviewed[to]} already.`] : []),
      ...(kept.length > 0 ? [`${countOf(kept.length, 'cell')} changed meanwhile and stayed. Check them again.`] : []),
    ]
      .filter((part) => part !== '')
      .join(' ')
    const said = `${countOf(changed, 'cell')} ${reviewed[to]}`
    if (countCells(range) > 1 || kept.length > 0) tell(said, { ...undoOf(made, workspace), ...(text === '' ? {} : { text }) })
    else keepUndoOf(said, made, workspace)
    say(`${said}. ${text}`)
  } catch (error) {
    tellProblem('The review was not saved.', error)
  } finally {
    void settle(token)
  }
}

/** Asks these cells again; approved ones are left alone. */
export const askAgain = async (chosen: Promise<ChosenCells>, hint: string): Promise<boolean> => {
  try {
    const what = await chosen
    const { asked, skipped } = await inOrder(() => client.sheet.askAgain({ what, hint: hint.trim() === '' ? null : hint.trim() }))
    tell(asked === 0 ? 'Nothing was asked' : `Asked ${countOf(asked, 'cell')} again`, {
      text:
        skipped > 0
          ? `${countOf(skipped, 'cell')} skipped: approved, edited, on their way, or without a picture.`
          : 'The earlier answer stays in the cell’s history.',
      kind: 'sheet',
    })
    return true
  } catch (error) {
    tellProblem('Nothing was asked.', error)
    return false
  } finally {
    void settle()
  }
}

/** `change`: undoes this one only, or says that others came since. Whether it did. */
const turn = async (
  which: 'undo' | 'redo',
  { workspace, change }: { readonly workspace: string | null; readonly change?: number } = { workspace: workspaceNow() },
): Promise<boolean> => {
  try {
    const turned = await inOrder(() =>
      which === 'redo' ? client.sheet.redo({ workspace }) : client.sheet.undo({ workspace, ...(change === undefined ? {} : { change }) }),
    )
    const done = which === 'undo' ? 'Undone' : 'Redone'
    if (!turned) {
      tell(`There is nothing to ${which}`, { kind: 'sheet' })
      return true
    }
    const text = turned.kept > 0 ? `${countOf(turned.kept, 'cell')} changed since then and stayed as they are.` : ''
    tell(`${done}: ${describeSheetChange(turned)}`, { kind: 'sheet', ...(text === '' ? {} : { text }) })
    say(`${done}: ${describeSheetChange(turned)}. ${text}`)
    if (which === 'undo') forgetUndo(keyOf(turned.change))
    else keepUndoOf(describeSheetChange(turned), turned.change, workspace)
    return true
  } catch (error) {
    tellProblem(which === 'undo' ? 'The change was not undone.' : 'The change was not redone.', error)
    return isOver(error)
  } finally {
    void settle()
  }
}

/** The newest change, also one of an earlier start. */
export const undo = (): Promise<boolean> => turn('undo')
export const redo = (): Promise<boolean> => turn('redo')

/** Replaces in all cells found, as one change; whether it did. */
export const replaceAll = (input: Parameters<typeof client.sheet.replace>[0]): Promise<boolean> => doNow(replaceIn(input))

const replaceIn = async (input: Parameters<typeof client.sheet.replace>[0]): Promise<boolean> => {
  const workspace = workspaceNow()
  try {
    const { changed, change: made } = await inOrder(() => client.sheet.replace({ ...input, workspace }))
    const said = describeSheetChange({ kind: 'replaced', cells: changed })
    tell(said, undoOf(made, workspace))
    say(said)
    return true
  } catch (error) {
    tellProblem('Nothing was replaced.', error)
    return false
  } finally {
    void settle()
  }
}
