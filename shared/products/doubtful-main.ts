const fold = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * Whether a picture that would be the main one says by its name that another one comes first. `calls`: what the product is called, since the 15 of
 * `SKU-15.jpg` is no position where the product is SKU-15.
 */
export const isDoubtfulMain = (
  picture: { readonly name: string; readonly isNotFirst: boolean },
  calls: readonly (string | null)[],
): boolean => {
  const stem = fold(picture.name.replace(/\.[^.]{1,5}$/, ''))
  return picture.isNotFirst && !calls.some((one) => one !== null && fold(one) === stem)
}
