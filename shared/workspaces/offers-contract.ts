import { z } from 'zod'
import { call, signingIn, subjects } from '../base/call.ts'
import { connectionOffer, offerForm } from './workspaces.ts'

const offerId = z.object({ offerId: z.string() })

/** Connections that a person was handed: shown, then accepted or not. */
export const offersContract = {
  /** The oldest offered connection in progress. */
  get: call.output(connectionOffer.nullable()),
  make: call.input(offerForm).output(connectionOffer.nullable()),
  /**
   * The one click: signs in through the browser. `as`: if it resembles a known workspace, whether it replaces that one. `replaceSets`: names of known
   * question sets that those of the file replace; the others stay. `allowsWeaker`: a
   * link may turn protections off (its departures say which).
   * Resolves when signed in, refused or cancelled: the offer says which.
   */
  accept: signingIn(...subjects)
    .input(
      offerId.extend({
        openBrowser: z.boolean(),
        as: z.enum(['known', 'new']).nullable().default(null),
        replaceSets: z.array(z.string()).default([]),
        allowsWeaker: z.boolean().default(false),
      }),
    )
    .output(connectionOffer.nullable()),
  /** Whether the consent page named this workspace; if not, the access is revoked. `name`: its name in the app. */
  confirm: signingIn(...subjects)
    .input(offerId.extend({ isRight: z.boolean(), name: z.string().max(200).optional() }))
    .output(connectionOffer.nullable()),
  dismiss: call.input(offerId).output(connectionOffer.nullable()),
  /** Deletes the file that the offer came from; its secret is in the keychain. */
  deleteFile: call.input(offerId).output(connectionOffer.nullable()),
}
