/** Rows that Page Up and Page Down pass. */
const pageRows = 8

/** Returns the row that a key leads to, the same in every list; `null` for other keys. `total`: rows of the list. */
export const rowOfKey = (key: string, index: number, total: number, rows = pageRows): number | null => {
  switch (key) {
    case 'ArrowDown':
      return Math.min(total - 1, index + 1)
    case 'ArrowUp':
      return Math.max(0, index - 1)
    case 'PageDown':
      return Math.min(total - 1, index + rows)
    case 'PageUp':
      return Math.max(0, index - rows)
    case 'Home':
      return 0
    case 'End':
      return total - 1
    default:
      return null
  }
}
