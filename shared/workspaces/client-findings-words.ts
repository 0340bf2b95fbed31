import { describeCause } from '../base/describe-error.ts'
import type { ClientFound, SignInPart } from './client-findings.ts'

const parts: Readonly<Record<SignInPart, string>> = {
  'pkce-method': 'the PKCE method',
  grant: 'the grant',
  'response-type': 'the response type',
  'client-authentication': 'the client authentication',
  scope: 'the scope',
}

/** What was found out about an OAuth client, as an admin reads it. */
export const findingWords = (found: ClientFound): string => {
  switch (found.kind) {
    case 'check-failed':
      return describeCause(found.because)
    case 'address-saved-as':
      return `The address is saved as ${found.baseUrl}.`
    case 'sign-in-described':
      return 'The workspace answers, and describes its sign-in.'
    case 'sign-in-undescribed':
      return `Its sign-in description can’t be used (${found.why}); Packshot uses the documented addresses.`
    case 'part-not-offered':
      return `The workspace’s sign-in does not offer ${parts[found.part]} “${found.name}”.`
    case 'sign-in-fits':
      return `Its sign-in offers what Packshot needs: PKCE with S256, the scope ${found.scopes.join(' ')}.`
    case 'client-id-unknown':
      return 'The workspace does not know this client ID, or the client was removed.'
    case 'redirect-accepted':
      return `The redirect address ${found.redirectUri} is not refused.`
    case 'redirect-not-registered':
      return `The redirect address ${found.redirectUri} is not registered for this client: it must be there exactly like this.`
    case 'redirect-not-checked':
      return `The redirect address ${found.redirectUri} could not be checked (${found.status === null ? 'no answer' : `status ${found.status}`}).`
    case 'secret-fits':
      return 'Client ID and secret belong together.'
    case 'secret-refused':
      return 'The workspace does not accept this client ID and secret: one is wrong, or the secret was reset.'
    case 'secret-not-checkable':
      return 'The workspace accepted an invalid token, so the secret could not be checked. Test the sign-in.'
    case 'secret-not-checked':
      return `The secret could not be checked. ${describeCause(found.because)}`
    case 'not-a-service':
      return `${describeCause(found.because)} Check the workspace’s address.`
  }
}
