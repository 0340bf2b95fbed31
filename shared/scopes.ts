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
