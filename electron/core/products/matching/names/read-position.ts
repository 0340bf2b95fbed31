import type { Atom } from './read-text.ts'
import { isCounter, rankView, viewOfFacing } from './view-words.ts'

/** Where a picture's name puts it among those of its product. */
export type NamedPosition = {
  /** Numbers in the name, the first one counting most; empty: it has none. */
  readonly numbers: readonly number[]
  /** A word for what it shows, such as `front`; `null`: none. */
  readonly view: string | null
}

/** Longer numbers are dates, times and counts of a camera’s files. */
const mostDigits = 4

/** GS1 Product Image Specification: type, facing, angle and state, such as A1C1. Two of its characters may be absent. */
const readGs1Code = (atoms: readonly Atom[], at: number): { readonly view: string | null; readonly atoms: number } | null => {
  const [type, facing, angle, state] = atoms.slice(at, at + 4)
  const isOpen = type?.opens && !type.isDigits && /^[a-e]$/.test(type.text)
  if (!isOpen || !facing?.isDigits || facing.opens || facing.text.length !== 1) return null
  if (!angle || angle.opens || !/^[clrn]$/.test(angle.text)) return null
  const hasState = state !== undefined && !state.opens
  return { view: viewOfFacing(facing.text), atoms: hasState ? 4 : 3 }
}

/** A number that stands alone, or after a word such as “image”, or before one such as “front”: PT01, 2Back. */
const isPosition = (atoms: readonly Atom[], at: number, skipped: ReadonlySet<number>): boolean => {
  const atom = atoms[at]
  if (!atom?.isDigits || atom.text.length > mostDigits) return false
  const before = atom.opens || skipped.has(at - 1) ? null : atoms[at - 1]
  const after = atom.closes ? null : atoms[at + 1]
  return (!before || isCounter(before.text) || rankView(before.text) !== null) && (!after || rankView(after.text) !== null)
}

const none: ReadonlySet<number> = new Set()

/**
 * Reads positions and views in a file’s name. `first`, `last`: the atoms that name the product; without them the whole name is read. Numbers after
 * these count more than numbers before. `skipped`: atoms that say something else.
 */
export const readPosition = (
  atoms: readonly Atom[],
  span: { readonly first: number; readonly last: number } | null,
  skipped: ReadonlySet<number> = none,
): NamedPosition & { readonly isBare: boolean } => {
  const numbers: number[] = []
  let view: string | null = null
  let rest = 0
  const order = [...atoms.keys()]
  const turned = span ? [...order.slice(span.last + 1), ...order.slice(0, span.first)] : order
  for (let step = 0; step < turned.length; step += 1) {
    const at = turned[step] ?? 0
    const atom = atoms[at]
    if (!atom || skipped.has(at)) continue
    rest += 1
    const gs1 = readGs1Code(atoms, at)
    if (gs1) {
      view ??= gs1.view
      step += gs1.atoms - 1
    } else if (isPosition(atoms, at, skipped)) numbers.push(Number(atom.text))
    else if (view === null && rankView(atom.text) !== null) view = atom.text
  }
  return { numbers, view, isBare: (span !== null || skipped.size > 0) && rest === 0 }
}
