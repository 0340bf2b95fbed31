let plain: Intl.NumberFormat | undefined

export const formatCount = (count: number): string => {
  // Made when it is needed first, as the others in this folder: each takes a twentieth of a command's start.
  plain ??= new Intl.NumberFormat()
  return plain.format(count)
}

/** `1 picture`, `2,000 pictures`. */
export const countOf = (count: number, one: string, many = `${one}s`): string => `${formatCount(count)} ${count === 1 ? one : many}`
