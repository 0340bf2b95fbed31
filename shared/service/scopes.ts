/** What a sign-in may be allowed (service interface, "Scopes"). */
export type ServiceScope = 'user' | 'user:read'

/** True if the granted scopes do not include `scope`. If they are unknown, everything is allowed: the service decides in the end. */
export const lacksScope = (grantedScope: string | null, scope: ServiceScope): boolean => {
  const granted = (grantedScope ?? '').split(/\s+/).filter((one) => one !== '')
  return granted.length > 0 && !granted.includes('user') && !granted.includes(scope)
}

/**
 * The scope that a sign-in lacks; `null`: it is allowed (service interface, "Scopes": creating and changing require `user`,
 * reading requires `user` or `user:read`). `grantedScope`: as the service granted it, space-separated (RFC 6749, 3.3); `null` if
 * unknown or if an API key is used, which allows everything. The service decides in the end.
 */
export const missingScope = (grantedScope: string | null, scope: ServiceScope): 'user' | null =>
  lacksScope(grantedScope, scope) ? 'user' : null

/** Why something is disabled, and what a person can do about it. */
export const missingScopeWords = {
  message: 'You are signed in for reading only. Sending pictures, asking and attaching require the scope “user”.',
  action: 'Ask your admin to allow the scope “user” on the OAuth client, then sign in again.',
} as const

/** What the service's scopes allow (spec, "Scopes"), and what is off without them. */
export const scopeMeanings: Readonly<Record<string, { readonly allows: string; readonly without: string }>> = {
  user: {
    allows: 'Send pictures, ask about them, create and change products, write text; and read everything you may see.',
    without: 'Without it, uploads, questions, attachments and texts wait.',
  },
  'user:read': {
    allows: 'Read brand voices, templates and everything else you may see. It changes nothing.',
    without: 'Not needed in addition to “user”.',
  },
}
