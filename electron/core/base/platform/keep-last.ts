/** Keeps what was made last, as long as its key is the same. */
export const keepLast = <T>() => {
  let last: { readonly key: string; readonly made: Promise<T> } | undefined
  return (key: string, make: () => Promise<T>): Promise<T> => {
    if (last?.key === key) return last.made
    const one = { key, made: make() }
    last = one
    one.made.catch(() => {
      if (last === one) last = undefined
    })
    return one.made
  }
}
