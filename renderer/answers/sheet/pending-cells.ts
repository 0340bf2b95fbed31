import { create } from 'zustand'
import { type CellPlace, type CellReview, cellValue, type SheetCell } from '../../../shared/answers/sheet.ts'
import { api, queryClient } from '../../queries.ts'
import { useSheetView } from './sheet-view.ts'

/** What a person has just changed in a cell, shown until the core's page has it. Omitted: as the page says. */
export type PendingCell = { readonly text?: string; readonly review?: CellReview }

type Entry = PendingCell & { readonly token: number; readonly workspace: string | null }

const useEntries = create<{ readonly cells: ReadonlyMap<string, Entry> }>(() => ({ cells: new Map() }))

const keyOf = (imageId: string, question: string): string => `${imageId}\n${question}`

/** A change of another workspace's cell is not shown in this one's. */
const shownIn = (workspace: string | null, entry: Entry | undefined): PendingCell | undefined =>
  entry?.workspace === workspace ? entry : undefined

export const usePending = (imageId: string | null, question: string): PendingCell | undefined => {
  const workspace = useSheetView((view) => view.workspace)
  return useEntries(({ cells }) => (imageId === null ? undefined : shownIn(workspace, cells.get(keyOf(imageId, question)))))
}
export const pendingOf = (imageId: string, question: string): PendingCell | undefined =>
  shownIn(useSheetView.getState().workspace, useEntries.getState().cells.get(keyOf(imageId, question)))

/** The cell as it will be. */
export const withPending = (cell: SheetCell, pending: PendingCell | undefined): SheetCell => {
  if (!pending) return cell
  const { text, review } = pending
  if (text === undefined || text === cellValue(cell)) return cell.kind === 'none' ? cell : { ...cell, review: review ?? cell.review }
  const isCleared = text === '' && (cell.kind === 'own' || cell.kind === 'none')
  return {
    ...cell,
    text,
    kind: isCleared ? 'none' : cell.kind === 'none' ? 'own' : cell.kind,
    isEdited: cell.kind === 'answer' || cell.kind === 'cannot-tell',
    review: review ?? 'draft',
    fails: [],
  }
}

/** More would cost more memory than showing them a moment earlier is worth. */
const mostShown = 20_000
let lastToken = 0

/** Shows cells of a workspace as changed from now on; `settle` ends it. */
export const showPending = (changed: readonly (CellPlace & PendingCell)[], workspace: string | null): number => {
  const token = ++lastToken
  useEntries.setState(({ cells }) => {
    const next = new Map(cells)
    for (const { imageId, question, text, review } of changed.slice(0, mostShown)) {
      const key = keyOf(imageId, question)
      const there = next.get(key)
      const before = there?.workspace === workspace ? there : undefined
      next.set(key, {
        ...(before?.text === undefined ? {} : { text: before.text }),
        ...(text === undefined ? {} : { text }),
        ...(review === undefined ? {} : { review }),
        token,
        workspace,
      })
    }
    return { cells: next }
  })
  return token
}

const saved = new Set<number>()
let isSettling = false

/**
 * The change with this token has ended, well or not: the pages are read again, then they show what is there. While a cell is being edited the pages
 * stand still (hold-lists.ts), and so does this.
 */
export const settle = async (token?: number): Promise<void> => {
  if (token !== undefined) saved.add(token)
  if (isSettling) return
  isSettling = true
  while (saved.size > 0 && useSheetView.getState().editing === null) {
    const ended = new Set(saved)
    saved.clear()
    await queryClient.invalidateQueries({ queryKey: api.sheet.key() }).catch(() => {})
    // A cell is edited by now, which ended the read: these are shown until the next one.
    if (useSheetView.getState().editing !== null) {
      for (const one of ended) saved.add(one)
      break
    }
    useEntries.setState(({ cells }) => ({ cells: new Map([...cells].filter(([, entry]) => !ended.has(entry.token))) }))
  }
  isSettling = false
}
