type Replacement = { readonly find: string; readonly replace: string; readonly matchCase: boolean }

/** In lower case, letter by letter: each stays where it was, which is why one that would become two is left. */
const lower = (text: string): string => {
  const whole = text.toLowerCase()
  if (whole.length === text.length) return whole
  return Array.from(text, (letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter)).join('')
}

/** The text with each place that has `find` replaced; `null`: it has none. */
export const replaceIn = (text: string, { find, replace, matchCase }: Replacement): string | null => {
  const [searched, wanted] = matchCase ? [text, find] : [lower(text), lower(find)]
  const pieces: string[] = []
  let from = 0
  for (let at = searched.indexOf(wanted); at >= 0; at = searched.indexOf(wanted, from)) {
    pieces.push(text.slice(from, at), replace)
    from = at + wanted.length
  }
  const replaced = pieces.join('') + text.slice(from)
  return replaced === text ? null : replaced
}
