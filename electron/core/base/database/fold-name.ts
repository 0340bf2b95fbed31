/**
 * A file name or a piece of one as it is searched: case and accents folded, and the two ways to write "ü" (macOS writes two characters)
 * made one, so that "suden" and "SÜDEN" both find "Süden.jpg".
 */
export const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
