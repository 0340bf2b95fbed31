import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const makeToken = (): string => randomBytes(32).toString('base64url')

const isSame = (a: string, b: string): boolean => {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

export type Entrance = ReturnType<typeof createEntrance>

/** Access control: the first request with a valid secret gets a cookie, which later requests must carry. */
export const createEntrance = () => {
  const cookie = makeToken()
  let secret: string | undefined
  return {
    /** A new secret; the previous one becomes invalid. */
    issueSecret: (): string => {
      secret = makeToken()
      return secret
    },
    /** The cookie's value for the right secret, once. A wrong one leaves it valid: guessing 256 bits is hopeless. */
    exchange: (shown: string): string | undefined => {
      if (secret === undefined || !isSame(shown, secret)) return undefined
      secret = undefined
      return cookie
    },
    admits: (shown: string | undefined): boolean => shown !== undefined && isSame(shown, cookie),
  }
}
