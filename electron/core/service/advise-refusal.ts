/** What of the service a request was about; the reasons for a refusal differ (service interface, "Access rules", "Errors"). */
export type Subject = 'analysis' | 'source' | 'product' | 'content'

type Refusal = { readonly status: number; readonly text: string; readonly challenge: string | undefined }

const askAdmin = 'Ask the workspace’s admin, then try again.'

/** Where the service says itself that a scope is missing: RFC 6750 (3.1), in the header or in the body. */
const lacksScope = ({ status, text, challenge }: Refusal): boolean =>
  (status === 401 || status === 403) && /\b(insufficient_scope|invalid_scope)\b/.test(`${challenge ?? ''} ${text.slice(0, 2_000)}`)

/**
 * What a person can do about a 401, 402 or 403. The service's codes don't tell its reasons apart, so the likely ones are named; a
 * missing scope is told where the service says so. `undefined`: the list of errors says enough.
 */
export const adviseRefusal = (refusal: Refusal, subject: Subject, isRenewed: boolean): string | undefined => {
  if (lacksScope(refusal))
    return 'The sign-in lacks a scope. Ask the workspace’s admin to allow the scope “user” on the OAuth client, then sign in again.'
  switch (refusal.status) {
    case 401:
      if (!isRenewed) return undefined
      return subject === 'analysis'
        ? 'The sign-in works for other actions. This one may require an API key. Ask the workspace’s admin, then try again.'
        : `The sign-in works for other actions, but may not be allowed to do this. ${askAdmin}`
    case 402:
      return `Likely causes: the workspace has no API subscription, or it has ended or is used up. ${askAdmin}`
    case 403:
      if (subject === 'content') return `Likely causes: the workspace has no API access, or the sign-in lacks the scope “user”. ${askAdmin}`
      return subject === 'analysis'
        ? `Likely causes: the workspace has no API access, its plan has no API subscription, or the sign-in lacks the scope “user”. ${askAdmin}`
        : `Likely causes: the product feature is not enabled for the workspace, it has no API access, or the sign-in lacks the scope “user”. ${askAdmin}`
    default:
      return undefined
  }
}
