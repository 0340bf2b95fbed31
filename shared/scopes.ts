import type { OperationName } from './session.ts'

/**
 * The scope that an operation takes and the granted ones lack (spec, "Scopes": reading takes `user` or `user:read`, all else `user`).
 * `null`: allowed, as it is where no scope is stated: with an API key, or by a service that names none.
 */
export const missingScope = (grantedScope: string | null, operation: OperationName | 'read-content'): 'user' | null => {
  if (grantedScope === null) return null
  const scopes = grantedScope.split(' ')
  return scopes.includes('user') || (operation === 'read-content' && scopes.includes('user:read')) ? null : 'user'
}

/** Why something is not offered, and what a person can do about it. */
export const missingScopeWords = {
  message: 'You are signed in for reading only: the scope “user” is missing, which sending pictures, asking and attaching take.',
  action: 'Ask your admin to allow the scope “user” on the OAuth client, then sign in again.',
} as const

/** What the scopes of the service allow (spec, "Scopes"), and what their absence switches off. */
export const scopeMeanings: Readonly<Record<string, { readonly allows: string; readonly without: string }>> = {
  user: {
    allows: 'Send pictures, ask about them, create and change products, write text; and read everything you may see.',
    without: 'Without it pictures are not sent, nothing is asked or attached, and no text is written. Such work waits.',
  },
  'user:read': {
    allows: 'Read brand voices, templates and what else you may see. It changes nothing.',
    without: 'It is not needed beside “user”.',
  },
}
