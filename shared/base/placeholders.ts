/** Matches the text between “{{” and “}}”. A brace ends it, so that each character is read once. */
const placeholder = /\{\{([^{}]*)\}\}/g

const readName = (inside: string): string | null => {
  const name = inside.trim()
  return /^[\w-]*$/.test(name) ? name : null
}

/** The names of all `{{name}}` in a text, in their order. */
export const findPlaceholders = (text: string): readonly string[] =>
  [...text.matchAll(placeholder)].flatMap((found) => readName(found[1] ?? '') ?? [])

/** The text with each `{{name}}` replaced in one pass, so that one inside a value stays; `undefined` leaves it as it is. */
export const fillPlaceholders = (text: string, findValue: (name: string) => string | undefined): string =>
  text.replace(placeholder, (found, inside: string) => {
    const name = readName(inside)
    return (name === null ? undefined : findValue(name)) ?? found
  })
