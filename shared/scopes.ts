import type { OperationName } from './session.ts'

/**
 * The scope that a sign-in lacks for an operation; `null`: it is allowed (service interface, "Scopes": what creates or changes wants
 * `user`, what only reads wants `user` or `user:read`). `grantedScope`: as the service granted it, blanks between (RFC 6749, 3.3); `null`
 * where nothing is known of it or an API key is used, which allows all. The service decides in the end.
 */
export const missingScope = (grantedScope: string | null, operation: OperationName | 'read-content'): 'user' | null => {
  const granted = (grantedScope ?? '').split(/\s+/).filter((scope) => scope !== '')
  if (granted.length === 0 || granted.includes('user')) return null
  return operation === 'read-content' && granted.includes('user:read') ? null : 'user'
}
