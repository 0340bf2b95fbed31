/** Returns the list with the item at `from` moved to `to`; indexes outside of it change nothing. */
export const moveItem = <Item>(list: readonly Item[], from: number, to: number): readonly Item[] => {
  const item = list[from]
  if (item === undefined || to < 0 || to >= list.length || from === to) return list
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, item)
}

export const isSameOrder = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index])
