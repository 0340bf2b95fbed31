import type { Selection } from './cell-range.ts'

/** How far a row is looked for above and below its place. */
const reach = 400

/**
 * Where a row is now, by its key: rows come and go above it while answers arrive and cells are approved. `null`: it is not near, or
 * not loaded.
 */
export const findRow = (key: string, near: number, total: number, keyAt: (index: number) => string | undefined): number | null => {
  if (near < total && keyAt(near) === key) return near
  for (let by = 1; by <= reach; by++) {
    if (near - by >= 0 && keyAt(near - by) === key) return near - by
    if (near + by < total && keyAt(near + by) === key) return near + by
  }
  return null
}

/** The selection after its row has moved; a range that no longer fits moves as its active cell alone. */
export const shiftSelection = ({ active, head }: Selection, by: number, total: number): Selection => {
  const moved = { active: { ...active, row: active.row + by }, head: { ...head, row: head.row + by } }
  return moved.head.row >= 0 && moved.head.row < total ? moved : { active: moved.active, head: moved.active }
}
