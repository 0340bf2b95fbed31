import { type MoveKey, moveIndex } from './selection.ts'

/** One line of the grid: the header of a group, or pictures side by side. */
export type GridLine =
  | { readonly kind: 'group'; readonly group: number }
  | { readonly kind: 'pictures'; readonly first: number; readonly count: number }

/** Where each picture is in the grid. Pictures are counted through all groups; every group begins with a line of its own. */
export type GridLayout = {
  readonly columns: number
  readonly total: number
  readonly lines: number
  readonly lineAt: (line: number) => GridLine
  /** The line and the column of a picture. */
  readonly placeOf: (index: number) => { readonly line: number; readonly column: number }
  /** The group of a line: of its pictures, or its own. `null`: there are no groups. */
  readonly groupAt: (line: number) => number | null
  readonly isHead: (line: number) => boolean
  /** The line of a group's header. */
  readonly headOf: (group: number) => number
  /** The picture that a key moves to; no key leaves the grid. */
  readonly move: (index: number, key: MoveKey, linesInView: number) => number
}

const layOutPlain = (total: number, columns: number): GridLayout => ({
  columns,
  total,
  lines: Math.ceil(total / columns),
  lineAt: (line) => ({ kind: 'pictures', first: line * columns, count: Math.max(0, Math.min(columns, total - line * columns)) }),
  placeOf: (index) => ({ line: Math.floor(index / columns), column: index % columns }),
  groupAt: () => null,
  isHead: () => false,
  headOf: () => 0,
  move: (index, key, rowsInView) => moveIndex(index, key, { columns, total, rowsInView }),
})

/** The last place in a growing list whose value is not above this one. */
const lastNotAbove = (values: Int32Array, value: number): number => {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((values[middle] ?? 0) <= value) low = middle
    else high = middle - 1
  }
  return low
}

const layOutGroups = (groups: readonly number[], columns: number): GridLayout => {
  // For each group its first line and its first picture.
  const heads = new Int32Array(groups.length)
  const firsts = new Int32Array(groups.length)
  let lines = 0
  let total = 0
  for (const [group, pictures] of groups.entries()) {
    heads[group] = lines
    firsts[group] = total
    lines += 1 + Math.ceil(pictures / columns)
    total += pictures
  }
  const headOf = (group: number): number => heads[group] ?? 0
  const groupAt = (line: number): number => lastNotAbove(heads, line)
  const lineAt = (line: number): GridLine => {
    const group = groupAt(line)
    const row = line - headOf(group) - 1
    if (row < 0) return { kind: 'group', group }
    const first = (firsts[group] ?? 0) + row * columns
    return { kind: 'pictures', first, count: Math.min(columns, (firsts[group] ?? 0) + (groups[group] ?? 0) - first) }
  }
  const placeOf = (index: number) => {
    const group = lastNotAbove(firsts, index)
    const inGroup = index - (firsts[group] ?? 0)
    return { line: headOf(group) + 1 + Math.floor(inGroup / columns), column: inGroup % columns }
  }
  /** The picture in this column some lines of pictures further, or as far as there are any. */
  const step = (index: number, by: number): number => {
    const { line, column } = placeOf(index)
    const sign = Math.sign(by)
    let target = line
    for (let at = line + sign, left = Math.abs(by); left > 0 && at >= 0 && at < lines; at += sign) {
      if (lineAt(at).kind === 'group') continue
      target = at
      left--
    }
    const found = lineAt(target)
    return target === line || found.kind === 'group' ? index : found.first + Math.min(column, found.count - 1)
  }
  const move = (index: number, key: MoveKey, linesInView: number): number => {
    switch (key) {
      case 'ArrowUp':
        return step(index, -1)
      case 'ArrowDown':
        return step(index, 1)
      case 'PageUp':
        return step(index, -Math.max(1, linesInView))
      case 'PageDown':
        return step(index, Math.max(1, linesInView))
      default:
        return moveIndex(index, key, { columns, total, rowsInView: linesInView })
    }
  }
  const isHead = (line: number): boolean => headOf(groupAt(line)) === line
  return { columns, total, lines, lineAt, placeOf, groupAt, isHead, headOf, move }
}

/** @param groups how many pictures each group has, none of them empty; `null`: one list without headers */
export const layOut = (total: number, groups: readonly number[] | null, columns: number): GridLayout =>
  groups === null ? layOutPlain(total, columns) : layOutGroups(groups, columns)
