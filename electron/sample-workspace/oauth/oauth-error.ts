/** The error codes of RFC 6749, 4.1.2.1 and 5.2, that this service uses. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'

export type OAuthRefusal = {
  readonly status: 400 | 401
  readonly error: OAuthErrorCode
  readonly description: string
  readonly headers: Readonly<Record<string, string>>
}

export const oauthError = (error: OAuthErrorCode, description: string): OAuthRefusal => ({
  status: error === 'invalid_client' ? 401 : 400,
  error,
  description,
  headers: error === 'invalid_client' ? { 'www-authenticate': 'Basic realm="oauth2", charset="UTF-8"' } : {},
})

const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' }

/** An answer of the token endpoint, never to be stored (RFC 6749, 5.1). */
export const tokenAnswer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...noStore, ...headers } })

export const answerOAuthError = ({ status, error, description, headers }: OAuthRefusal): Response =>
  tokenAnswer(status, { error, error_description: description }, headers)
