import { fillProductAddress, productIdPlace } from '../../../shared/product-address.ts'
import { isAllowedAddress } from '../net/normalise-base-url.ts'

const longest = 2_000

/** Why a text can't be the pattern of product pages, as the end of a sentence; `null`: it can. */
export const productAddressProblem = (pattern: string): string | null => {
  if (pattern.length > longest) return 'must have at most 2,000 characters'
  if (!/^[\x21-\x7e]+$/.test(pattern)) return 'must have no spaces, and plain characters only'
  if (!pattern.includes(productIdPlace)) return `must contain ${productIdPlace}`
  const address = fillProductAddress(pattern, 'a')
  if (!URL.canParse(address)) return 'must be a web address'
  const { username, password, origin } = new URL(address)
  if (!isAllowedAddress(new URL(address))) return 'must use https, or http on this computer'
  if (username !== '' || password !== '') return 'must not contain a user name or a password'
  // The id of a product must not choose the host.
  const other = fillProductAddress(pattern, 'b')
  return URL.canParse(other) && new URL(other).origin === origin ? null : `must have ${productIdPlace} after the host name`
}
