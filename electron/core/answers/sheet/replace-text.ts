export type Replacement = { readonly find: string; readonly replace: string; readonly matchCase: boolean }

/** Marks that can’t be seen, such as a soft hyphen or a mark of direction. Those that join letters are part of what is seen. */
const isInvisible = (letter: string): boolean => letter !== '\u200c' && letter !== '\u200d' && /^\p{Cf}$/u.test(letter)

/** What belongs to the letter before it: an accent, or what joins or colors an emoji. */
const isPartOfLetter = (letter: string): boolean => letter === '\u200d' || /^[\p{M}\p{Emoji_Modifier}]$/u.test(letter)

/** Of one kind, as a person reads them. */
const plain = (letter: string): string => {
  if (/^[\p{Zs}\t]$/u.test(letter)) return ' '
  if (/^['‘’‚‛]$/u.test(letter)) return "'"
  return /^["“”„‟]$/u.test(letter) ? '"' : letter
}

/** A letter whose lower case is two letters stays. The Greek sigma at the end of a word is the same letter as any other sigma. */
const lower = (letter: string): string => {
  const small = letter === 'ς' ? 'σ' : letter.toLowerCase()
  return small.length === letter.length ? small : letter
}

type Folding = { readonly matchCase: boolean; readonly isRead: boolean }
/** `at`: where each character of `folded` is in the text. */
type Folded = { readonly folded: string; readonly at: readonly number[] }

/** A text as it is compared. `isRead`: as a person reads it, whatever kind of space or quote it has, and without invisible marks. */
const fold = (text: string, { matchCase, isRead }: Folding): Folded => {
  // Texts have few different letters: each is looked at once.
  const known = new Map<string, string | null>()
  const foldOne = (letter: string): string | null => {
    if (isRead && isInvisible(letter)) return null
    const seen = isRead ? plain(letter) : letter
    return matchCase ? seen : lower(seen)
  }
  const letters: string[] = []
  const at: number[] = []
  let place = 0
  for (const letter of text) {
    const folded = known.has(letter) ? known.get(letter) : foldOne(letter)
    known.set(letter, folded ?? null)
    if (folded != null) {
      letters.push(folded)
      for (let unit = 0; unit < letter.length; unit += 1) at.push(place + unit)
    }
    place += letter.length
  }
  return { folded: letters.join(''), at }
}

/**
 * The text with each place that has `find` replaced; `null`: it has none. Both ways to write “é” are the same, and a letter is never parted from its
 * accent. A `find` without a letter or digit, such as a space or a quote, is found exactly as it is.
 */
export const replaceIn = (text: string, { find, replace, matchCase }: Replacement): string | null => {
  const [source, sought] = [text.normalize('NFC'), find.normalize('NFC')]
  const isRead = /[\p{L}\p{N}]/u.test(sought)
  const { folded, at } = fold(source, { matchCase, isRead })
  const wanted = fold(sought, { matchCase, isRead }).folded
  const pieces: string[] = []
  let [from, searched] = [0, 0]
  for (;;) {
    const found = folded.indexOf(wanted, searched)
    if (found < 0) break
    searched = found + wanted.length
    const end = (at[searched - 1] ?? 0) + 1
    const next = source.codePointAt(end)
    if (next !== undefined && isPartOfLetter(String.fromCodePoint(next))) continue
    pieces.push(source.slice(from, at[found]), replace)
    from = end
  }
  const replaced = pieces.join('') + source.slice(from)
  return replaced === source ? null : replaced
}
