/** Control characters, line separators, lone surrogates, and what turns the direction of the text around it (U+202E and its like). */
const harmful = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
const invisible = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu
const parentFolder = /(^|[/\\])\.\.([/\\]|$)/

export const isHarmful = (text: string): boolean => text.search(harmful) >= 0
const isInvisible = (text: string): boolean => text.replace(invisible, '') === ''

/** The problem with a name that is shown to people (ours; not-shown); undefined: none. */
export const nameFault = (name: string, most: number): string | undefined => {
  if (isInvisible(name) || name.length > most) return `must have at least one visible character and at most ${most} characters`
  if (isHarmful(name)) return 'must not have control characters or characters that turn the direction of text'
  return parentFolder.test(name) ? 'must not have “../” in it' : undefined
}

/**
 * A sent file name as it is kept: without folders (RFC 7578, 4.2) and harmful characters. It is cleaned and not refused, because the
 * name of a file on a disk is rarely its sender's choice.
 */
export const cleanFileName = (name: string): string => {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last.replace(harmful, '').trim()
  return isInvisible(clean) || clean === '.' || clean === '..' ? 'file' : clean
}
