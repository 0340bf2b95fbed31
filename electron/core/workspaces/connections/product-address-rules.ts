import type { FieldRule } from '../../../../shared/base/field-rule.ts'
import { fillProductAddress, productIdPlace } from '../../../../shared/workspaces/product-page-link.ts'
import { isAllowedAddress } from '../../base/network/normalise-base-url.ts'

const longest = 2_000

/** The rule by which a text can't be the pattern of product pages; `null`: it can. */
export const productAddressProblem = (pattern: string): FieldRule | null => {
  if (pattern.length > longest) return { kind: 'most-characters', most: longest }
  if (!/^[\x21-\x7e]+$/.test(pattern)) return { kind: 'no-spaces' }
  if (!pattern.includes(productIdPlace)) return { kind: 'contains', text: productIdPlace }
  const address = fillProductAddress(pattern, 'a')
  if (!URL.canParse(address)) return { kind: 'web-address' }
  const { username, password, origin } = new URL(address)
  if (!isAllowedAddress(new URL(address))) return { kind: 'https-or-this-computer' }
  if (username !== '' || password !== '') return { kind: 'no-user' }
  // The id of a product must not choose the host.
  const other = fillProductAddress(pattern, 'b')
  return URL.canParse(other) && new URL(other).origin === origin ? null : { kind: 'after-host', text: productIdPlace }
}
