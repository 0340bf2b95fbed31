import { isProof, type OwnersWish, proveOwner } from '../../core/base/platform/sample-proof.ts'
import { makeSecret } from '../secrets.ts'

/** How long a nonce waits for its answer, and how long an address lets somebody in, milliseconds. */
const nonceMs = 60_000
const entranceMs = 600_000
/** Anyone on this computer may ask for nonces; the oldest go first. */
const most = 1_000

/** Secrets that are valid once, and not for long. */
const createOnce = (now: () => number, ms: number) => {
  const until = new Map<string, number>()
  return {
    issue: (): string => {
      const secret = makeSecret('entrance')
      until.set(secret, now() + ms)
      for (const oldest of until.keys()) if (until.size > most) until.delete(oldest)
      return secret
    },
    take: (secret: string): boolean => {
      const end = until.get(secret)
      until.delete(secret)
      return end !== undefined && now() < end
    },
  }
}

export type Entrance = ReturnType<typeof createEntrance>

/** Who may come in: whoever can read the data folder, and the browsers that they send. Any other user of this computer can only knock. */
export const createEntrance = ({
  secret,
  baseUrl,
  now,
}: {
  readonly secret: string
  readonly baseUrl: string
  readonly now: () => number
}) => {
  const nonces = createOnce(now, nonceMs)
  const entrances = createOnce(now, entranceMs)
  return {
    /** For `isOwner`. */
    challenge: nonces.issue,
    isOwner: (wish: OwnersWish, nonce: string, proof: string): boolean =>
      nonces.take(nonce) && isProof(proof, proveOwner(secret, nonce, baseUrl, wish)),
    /** A secret that lets one browser in. */
    issue: entrances.issue,
    redeem: entrances.take,
  }
}
