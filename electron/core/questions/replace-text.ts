/** Signs that mean something in a regular expression. */
const special = /[\\^$.*+?()[\]{}|/-]/g

type Replacement = { readonly find: string; readonly replace: string; readonly matchCase: boolean }

/** The text with each place that has `find` replaced; `null`: it has none. */
export const replaceIn = (text: string, { find, replace, matchCase }: Replacement): string | null => {
  const pattern = new RegExp(find.replaceAll(special, '\\$&'), matchCase ? 'gu' : 'giu')
  const replaced = text.replace(pattern, () => replace)
  return replaced === text ? null : replaced
}
