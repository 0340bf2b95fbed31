import { toAppError } from '../../../../shared/base/errors.ts'
import type { ClientFound, SignInPart } from '../../../../shared/workspaces/client-findings.ts'
import type { ConnectionFile } from '../../../../shared/workspaces/connection-file.ts'
import type { ClientDetails, ClientFinding } from '../../../../shared/workspaces/workspaces.ts'
import { createAuthorizationServerClient } from '../../service/session/authorization-server.ts'
import { discoverServer } from '../../service/session/discover-server.ts'
import type { Fetch } from '../../service/session/fetch-answer.ts'
import { probeAuthorize } from '../../service/session/probe-authorize.ts'
import { checkConnectionFile } from './connection-rules.ts'

type Server = Awaited<ReturnType<typeof discoverServer>>['server']

/** The challenge of RFC 7636, appendix B: it is never redeemed. */
const exampleChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

const good = (found: ClientFound): ClientFinding => ({ verdict: 'good', found })
const note = (found: ClientFound): ClientFinding => ({ verdict: 'note', found })
const bad = (found: ClientFound): ClientFinding => ({ verdict: 'bad', found })

/** Converts the pasted details into a connection file. Throws AppError `invalid-connection-file` that names the field. */
export const composeFile = (details: ClientDetails): ConnectionFile =>
  checkConnectionFile({ packshot: 1, ...details, clientId: details.clientId.trim(), clientSecret: details.clientSecret.trim() }, 'form')

const missing = (wanted: readonly string[], offered: readonly string[] | undefined): readonly string[] =>
  offered === undefined ? [] : wanted.filter((one) => !offered.includes(one))

/** Checks optional fields of the discovery document (RFC 8414, 2). Missing ones are fine. */
const compareServer = (server: Server, { scopes }: ConnectionFile): ClientFinding[] => {
  const lacks: readonly (readonly [readonly string[], SignInPart])[] = [
    [missing(['S256'], server.code_challenge_methods_supported as string[] | undefined), 'pkce-method'],
    [missing(['authorization_code', 'refresh_token'], server.grant_types_supported as string[] | undefined), 'grant'],
    [missing(['code'], server.response_types_supported as string[] | undefined), 'response-type'],
    [missing(['client_secret_basic'], server.token_endpoint_auth_methods_supported as string[] | undefined), 'client-authentication'],
    [missing(scopes, server.scopes_supported as string[] | undefined), 'scope'],
  ]
  const found = lacks.flatMap(([names, part]) => names.map((name) => bad({ kind: 'part-not-offered', part, name })))
  return found.length > 0 ? found : [good({ kind: 'sign-in-fits', scopes })]
}

const checkRedirects = async (
  file: ConnectionFile,
  authorize: (redirectUri: string) => Promise<string>,
  fetch: Fetch,
): Promise<ClientFinding[]> => {
  const findings: ClientFinding[] = []
  for (const redirectUri of file.redirectUris) {
    try {
      const status = await probeAuthorize(fetch, await authorize(redirectUri), redirectUri)
      // A page, or a redirect to one: anything else proves nothing about the address.
      const isPage = status !== null && status < 400
      findings.push(isPage ? good({ kind: 'redirect-accepted', redirectUri }) : note({ kind: 'redirect-not-checked', redirectUri, status }))
    } catch (error) {
      const { code } = toAppError(error)
      if (code === 'invalid-client') return [bad({ kind: 'client-id-unknown' })]
      findings.push(bad({ kind: 'redirect-not-registered', redirectUri }))
    }
  }
  return findings
}

/** An invalid refresh token: the service reports it as invalid only to a client with the right secret (RFC 6749, 5.2). */
const checkSecret = async (refresh: (token: string) => Promise<unknown>): Promise<ClientFinding> => {
  try {
    await refresh('packshot-checks-the-client')
    return note({ kind: 'secret-not-checkable' })
  } catch (error) {
    const because = toAppError(error).toRecord()
    const { code } = because
    if (code === 'session-ended') return good({ kind: 'secret-fits' })
    if (code === 'invalid-client') return bad({ kind: 'secret-refused' })
    // Most likely a wrong address of the workspace, where no sign-in works.
    if (code === 'bad-answer') return bad({ kind: 'not-a-service', because })
    return note({ kind: 'secret-not-checked', because })
  }
}

/**
 * Checks an admin's input step by step: its shape, whether the workspace answers, its discovery document, each redirect
 * address, the secret. Never throws; nothing is signed in.
 */
export const checkClient = async (
  details: ClientDetails,
  { fetch, log }: { readonly fetch: Fetch; readonly log: (event: Readonly<Record<string, unknown>>) => void },
): Promise<{ readonly findings: ClientFinding[]; readonly file: ConnectionFile | null }> => {
  let file: ConnectionFile
  try {
    file = composeFile(details)
  } catch (error) {
    return { findings: [bad({ kind: 'check-failed', because: toAppError(error).toRecord() })], file: null }
  }
  const { baseUrl, signInOrigin, clientId, clientSecret, basicAuth } = file
  const findings: ClientFinding[] = baseUrl === details.baseUrl.trim() ? [] : [note({ kind: 'address-saved-as', baseUrl })]
  try {
    const { server, fallback } = await discoverServer(fetch, baseUrl, signInOrigin)
    if (fallback === null) findings.push(good({ kind: 'sign-in-described' }), ...compareServer(server, file))
    else findings.push(note({ kind: 'sign-in-undescribed', why: fallback }))
    const client = createAuthorizationServerClient({
      baseUrl,
      signInOrigin,
      clientId,
      clientSecret: async () => clientSecret,
      basicAuth,
      fetch,
      log,
    })
    const authorize = (redirectUri: string) =>
      client.authorizeUrl({ redirectUri, scopes: file.scopes, state: 'packshot-checks-the-client', challenge: exampleChallenge })
    const redirects = await checkRedirects(file, authorize, fetch)
    findings.push(...redirects)
    findings.push(await checkSecret(client.refresh))
  } catch (error) {
    findings.push(bad({ kind: 'check-failed', because: toAppError(error).toRecord() }))
  }
  return { findings, file }
}
