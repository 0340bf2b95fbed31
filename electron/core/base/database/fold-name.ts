/** Letters beyond these may be marks: without any, a text has none to take away, which is found out in a tenth of the time. */
const beyondLatin = /[^\0-\u02FF\u2000-\u206F\u2100-\u2BFF]/

/**
 * A file name or a piece of one as it is searched: case and accents folded, and the two ways to write "ü" (macOS writes two characters)
 * made one, so that "suden" and "SÜDEN" both find "Süden.jpg".
 */
export const foldName = (name: string): string => {
  const apart = name.normalize('NFKD')
  return (beyondLatin.test(apart) ? apart.replace(/\p{M}+/gu, '') : apart).toLowerCase()
}
