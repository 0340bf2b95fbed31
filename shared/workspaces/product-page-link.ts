/** Stands for the product's id in a workspace's address pattern. */
export const productIdPlace = '{productId}'

export const fillProductAddress = (pattern: string, productId: string): string =>
  pattern.split(productIdPlace).join(encodeURIComponent(productId))

/** An unpaired surrogate, which can't be percent-encoded. */
const isBroken = (text: string): boolean => /[\ud800-\udfff]/u.test(text)

/** The page of a product in the workspace; `null`: no pattern, or an id that no page can have. */
export const productAddressOf = (pattern: string | null, productId: string | null): string | null => {
  if (pattern === null || productId === null || isBroken(productId)) return null
  // A URL parser reads these two as folders, even when percent-encoded.
  return productId === '.' || productId === '..' ? null : fillProductAddress(pattern, productId)
}
