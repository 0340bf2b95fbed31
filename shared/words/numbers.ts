const plain = new Intl.NumberFormat()

export const formatCount = (count: number): string => plain.format(count)

/** `1 picture`, `2,000 pictures`. */
export const countOf = (count: number, one: string, many = `${one}s`): string => `${formatCount(count)} ${count === 1 ? one : many}`
