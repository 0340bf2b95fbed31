/** Splits an id into its parts and separators: `src_1a2b` is `src`, `1a2b` and `_`. */
const takeApart = (id: string): { readonly parts: readonly string[]; readonly marks: string } => ({
  parts: id.split(/[^a-zA-Z0-9]/),
  marks: id.replace(/[a-zA-Z0-9]/g, ''),
})

const hasDigit = (text: string): boolean => /\d/.test(text)

/** From this length on, letters alone may be part of a random id. */
const randomFrom = 8

const isPartAlike = (part: string, known: string): boolean =>
  part === known || (hasDigit(part) && hasDigit(known)) || (part.length >= randomFrom && part.length === known.length)

/** From this length on, a digit is enough to recognize an id. */
const longFrom = 16

const isAlike = (id: string, known: string): boolean => {
  const one = takeApart(id)
  const other = takeApart(known)
  if (one.marks !== other.marks) return false
  if (id.length === known.length && id.length >= longFrom && hasDigit(id)) return true
  return one.parts.every((part, at) => isPartAlike(part, other.parts[at] ?? ''))
}

/**
 * Returns the first id unlike any that this workspace has given us, e.g. `banana` beside `src_1a2b`: most likely a mistyped word.
 * If none is known, the first word without a digit. `undefined`: all may be ids.
 */
export const findUnlikeId = (ids: readonly string[], known: readonly string[]): string | undefined => {
  const all = new Set(known)
  return ids.find((id) => !all.has(id) && (known.length === 0 ? !hasDigit(id) : !known.some((one) => isAlike(id, one))))
}
