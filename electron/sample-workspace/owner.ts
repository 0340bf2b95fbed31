import { isNonce, ownersWishes, proveSample } from '../core/base/platform/sample-proof.ts'
import type { AppContext } from './exchange.ts'
import type { Clients } from './oauth/clients.ts'
import type { Sessions } from './oauth/sessions.ts'
import { readPageForm } from './pages/enter.ts'
import type { Entrance } from './people/entrance.ts'
import { refuse } from './refusals.ts'
import type { Commit } from './store/group-commit.ts'

type Ports = {
  readonly secret: string
  readonly baseUrl: string
  readonly entrance: Entrance
  readonly clients: Pick<Clients, 'ofConnectionFile'>
  readonly sessions: Pick<Sessions, 'lastOfClient' | 'rotate'>
  readonly commit: Commit
}

/** `GET`: shows that it serves the folder (`nonce`: the asker's), and gives a nonce with which the asker can show the same. */
export const createProof =
  ({ secret, baseUrl, entrance }: Ports) =>
  (c: AppContext): Response | Promise<Response> => {
    const nonce = c.req.query('nonce') ?? ''
    return isNonce(nonce) ? c.json({ proof: proveSample(secret, nonce, baseUrl), nonce: entrance.challenge() }) : c.notFound()
  }

/**
 * `POST`: what Packshot may have because it can read the folder. `for=pages`: an entrance. `for=session`: a new pair of its client's last
 * session, for a computer without a keychain, where the pair was only in memory; `null` after it was signed out.
 */
export const createOwnersAnswer =
  ({ entrance, clients, sessions, commit }: Ports) =>
  async (c: AppContext): Promise<Response> => {
    const form = await readPageForm(c)
    if (form instanceof Response) return form
    const wish = ownersWishes.find((one) => one === form.get('for'))
    if (wish === undefined || !entrance.isOwner(wish, form.get('nonce') ?? '', form.get('proof') ?? ''))
      throw refuse(403, 'Only who can read the data folder may ask for that.')
    if (wish === 'pages') return c.json({ entrance: entrance.issue() })
    const client = clients.ofConnectionFile()
    const session = client && sessions.lastOfClient(client.id)
    return c.json({ session: session ? await commit(() => sessions.rotate(session, session.access_scope)) : null })
  }
