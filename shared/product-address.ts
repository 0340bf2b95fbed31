/** Stands for the product's id in a workspace's address pattern. */
export const productIdPlace = '{productId}'

export const fillProductAddress = (pattern: string, productId: string): string =>
  pattern.split(productIdPlace).join(encodeURIComponent(productId))

/** A lone half of a surrogate pair, which can't be percent-encoded. */
const isBroken = (text: string): boolean => /[\ud800-\udfff]/u.test(text)

/** The page of a product in the workspace; `null`: there is no pattern, or no page can have that id. */
export const productAddressOf = (pattern: string | null, productId: string | null): string | null => {
  if (pattern === null || productId === null || isBroken(productId)) return null
  // A URL parser takes these two for folders, even when they are percent-encoded.
  return productId === '.' || productId === '..' ? null : fillProductAddress(pattern, productId)
}
