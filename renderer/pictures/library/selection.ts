/** Which pictures are chosen, in the order of choosing, and from which one a range grows. */
export type Selection = {
  /** Those that are shown. Every action is about these alone. */
  readonly ids: ReadonlySet<string>
  /** With those that a filter or a grouping hides. They are selected again once they are shown. */
  readonly chosen: ReadonlySet<string>
  readonly anchor: { readonly id: string; readonly index: number } | null
  /** Some were chosen as a range, or all at once, so the clicks say nothing about their order. */
  readonly hasRange: boolean
}

const ofShown = (ids: ReadonlySet<string>): Pick<Selection, 'ids' | 'chosen'> => ({ ids, chosen: ids })

/** Selects these among the shown pictures; hidden ones stay chosen. Both are the same set where none is hidden, since queries are keyed by it. */
const withHidden = ({ ids: before, chosen }: Selection, ids: ReadonlySet<string>): Pick<Selection, 'ids' | 'chosen'> => {
  if (before.size === chosen.size) return ofShown(ids)
  return { ids, chosen: new Set([...[...chosen].filter((id) => !before.has(id)), ...ids]) }
}

/** Exactly these. */
export const choose = (ids: Iterable<string>, anchor: Selection['anchor'] = null, hasRange = false): Selection => ({
  ...ofShown(new Set(ids)),
  anchor,
  hasRange,
})

export const nothing: Selection = choose([])

/** `shown`: those of the chosen ones that are shown now; `all`: nothing is hidden. */
export const narrow = (selection: Selection, shown: 'all' | ReadonlySet<string>): Selection => {
  const { chosen, ids } = selection
  const next = shown === 'all' ? chosen : new Set([...chosen].filter((id) => shown.has(id)))
  if (next.size === ids.size && [...next].every((id) => ids.has(id))) return selection
  return { ...selection, ids: next.size === chosen.size ? chosen : next }
}

type Picture = { readonly id: string; readonly index: number }

/** A plain click or an arrow key: selects this one alone. */
export const chooseOne = (picture: Picture): Selection => choose([picture.id], picture)

/** Ctrl/⌘ and a click: toggles this one, keeps the rest. */
export const toggleOne = (selection: Selection, picture: Picture): Selection => {
  const ids = new Set(selection.ids)
  if (!ids.delete(picture.id)) ids.add(picture.id)
  return { ...withHidden(selection, ids), anchor: picture, hasRange: selection.hasRange && ids.size > 1 }
}

/**
 * Shift: everything between the anchor and here, both included; with `keep` (Ctrl/⌘ too) beside what was chosen before.
 * `between` holds the ids from the lower to the higher of the two indexes.
 */
export const chooseRange = (selection: Selection, picture: Picture, between: readonly string[], keep: boolean): Selection => ({
  ...(keep ? withHidden(selection, new Set([...selection.ids, ...between])) : ofShown(new Set(between))),
  anchor: selection.anchor ?? picture,
  hasRange: true,
})

export const chooseAll = (order: readonly string[]): Selection => {
  const first = order[0]
  return choose(order, first === undefined ? null : { id: first, index: 0 }, true)
}

/** A group beside what was chosen before. */
export const addGroup = (selection: Selection, group: readonly string[], index: number): Selection => {
  const first = group[0]
  return {
    ...withHidden(selection, new Set([...selection.ids, ...group])),
    anchor: first === undefined ? selection.anchor : { id: first, index },
    hasRange: true,
  }
}

/** How much of a group is chosen. */
export const judgeGroup = (group: readonly string[], chosen: ReadonlySet<string>): 'none' | 'some' | 'all' => {
  const count = chosen.size === 0 ? 0 : group.reduce((sum, id) => sum + (chosen.has(id) ? 1 : 0), 0)
  return count === 0 ? 'none' : count === group.length ? 'all' : 'some'
}

/** Drops pictures that have left the library, or that a person deselected. */
export const without = (selection: Selection, gone: Iterable<string>): Selection => {
  const ids = new Set(selection.ids)
  const chosen = new Set(selection.chosen)
  for (const id of gone) {
    ids.delete(id)
    chosen.delete(id)
  }
  const anchor = selection.anchor && ids.has(selection.anchor.id) ? selection.anchor : null
  return { ...selection, ids, chosen: ids.size === chosen.size ? ids : chosen, anchor }
}

export type MoveKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End' | 'PageUp' | 'PageDown'

const moveKeys: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'])
export const isMoveKey = (key: string): key is MoveKey => moveKeys.has(key)

/** Returns the index that a key moves to. Up and down stay in their column; no key leaves the grid. */
export const moveIndex = (
  index: number,
  key: MoveKey,
  grid: { readonly columns: number; readonly total: number; readonly rowsInView: number },
): number => {
  const { columns, total, rowsInView } = grid
  const last = total - 1
  const down = (rows: number): number => {
    const target = index + rows * columns
    if (target <= last) return target
    // From the last full row into a shorter one below: its end.
    return Math.floor(index / columns) < Math.floor(last / columns)
      ? Math.max(index + Math.floor((last - index) / columns) * columns, rows === 1 ? last : 0)
      : index
  }
  const up = (rows: number): number => {
    const target = index - rows * columns
    return target >= 0 ? target : index % columns
  }
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, index - 1)
    case 'ArrowRight':
      return Math.min(last, index + 1)
    case 'ArrowUp':
      return index < columns ? index : up(1)
    case 'ArrowDown':
      return down(1)
    case 'PageUp':
      return up(Math.max(1, rowsInView))
    case 'PageDown':
      return down(Math.max(1, rowsInView))
    case 'Home':
      return 0
    case 'End':
      return last
  }
}
