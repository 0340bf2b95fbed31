/** Parts of an id between its marks, and the marks: `src_1a2b` is `src`, `1a2b` and `_`. */
const takeApart = (id: string): { readonly parts: readonly string[]; readonly marks: string } => ({
  parts: id.split(/[^a-zA-Z0-9]/),
  marks: id.replace(/[a-zA-Z0-9]/g, ''),
})

const hasDigit = (text: string): boolean => /\d/.test(text)

/** From so many characters on, letters alone may be part of a random id. */
const randomFrom = 8

const isPartAlike = (part: string, known: string): boolean =>
  part === known || (hasDigit(part) && hasDigit(known)) || (part.length >= randomFrom && part.length === known.length)

/** From so many characters on, length and a digit tell enough. */
const longFrom = 16

const isAlike = (id: string, known: string): boolean => {
  const one = takeApart(id)
  const other = takeApart(known)
  if (one.marks !== other.marks) return false
  if (id.length === known.length && id.length >= longFrom && hasDigit(id)) return true
  return one.parts.every((part, at) => isPartAlike(part, other.parts[at] ?? ''))
}

/**
 * The first id that looks like none of those this workspace has given us, e.g. `banana` beside `src_1a2b`: a mistyped word, most likely.
 * Where none is known, a word without a digit. `undefined`: all may be ids.
 */
export const findUnlikeId = (ids: readonly string[], known: readonly string[]): string | undefined => {
  const all = new Set(known)
  return ids.find((id) => !all.has(id) && (known.length === 0 ? !hasDigit(id) : !known.some((one) => isAlike(id, one))))
}
