import { withoutPictureExtension } from '../../../../../shared/pictures/accepted-pictures.ts'

/** A run of letters, or of the digits 0 to 9. */
export type Atom = {
  /** In lower case. */
  readonly text: string
  readonly isDigits: boolean
  /** Whether a separator, or nothing, is before it. */
  readonly opens: boolean
  /** Whether a separator, or nothing, is after it. */
  readonly closes: boolean
  /** Its place in the text as it is shown. */
  readonly start: number
  readonly end: number
}

export type ReadText = { readonly shown: string; readonly atoms: readonly Atom[] }

type Class = 'letter' | 'digit' | 'separator'

/** Digits of other scripts too: only 0 to 9 are read as numbers. */
const letter = /[\p{L}\p{M}\p{Nd}]/u

const classOf = (character: string): Class => {
  const code = character.charCodeAt(0)
  if (code < 128) {
    if (code >= 48 && code <= 57) return 'digit'
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) ? 'letter' : 'separator'
  }
  return letter.test(character) ? 'letter' : 'separator'
}

/** Longer texts are cut: file systems allow 255 characters. */
const mostCharacters = 400

/**
 * Takes a name apart into runs of letters and of digits. Everything else separates. Composed (NFKC), since macOS hands out decomposed names,
 * and full-width digits are digits.
 */
export const readText = (raw: string, most = mostCharacters): ReadText => {
  const shown = raw.slice(0, most).normalize('NFKC')
  const atoms: Atom[] = []
  let at = 0
  let before: Class = 'separator'
  let run: { text: string; kind: Class; start: number; opens: boolean } | null = null
  const close = (end: number, closes: boolean): void => {
    if (run) atoms.push({ text: run.text.toLowerCase(), isDigits: run.kind === 'digit', opens: run.opens, closes, start: run.start, end })
    run = null
  }
  for (const character of shown) {
    const kind = classOf(character)
    if (kind !== before) {
      close(at, kind === 'separator')
      if (kind !== 'separator') run = { text: '', kind, start: at, opens: before === 'separator' }
    }
    if (run) run.text += character
    before = kind
    at += character.length
  }
  close(at, true)
  return { shown, atoms }
}

/** The text without case and separators. */
export const foldText = (text: string): string =>
  readText(text)
    .atoms.map((atom) => atom.text)
    .join('')

/** The same, but numbers stay apart: SKU-10-0 is not SKU-100. */
export const foldApart = (text: string): string => {
  const { atoms } = readText(text)
  return atoms.map((atom, at) => (atom.isDigits && atoms[at - 1]?.isDigits ? ` ${atom.text}` : atom.text)).join('')
}

export const withoutExtension = (name: string): string =>
  name.toLowerCase().endsWith('.svg') ? name.slice(0, -4) : withoutPictureExtension(name)

/** The levels of a path, the outermost first. */
export const splitPath = (path: string): readonly string[] => path.split(/[\\/]/).filter((level) => level !== '' && level !== '.')
