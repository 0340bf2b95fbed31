import type { ConnectionFile } from '../../../shared/connection-file.ts'
import { AppError, toAppError } from '../../../shared/errors.ts'
import type { ClientDetails, ClientFinding } from '../../../shared/workspaces.ts'
import { createAuthorizationServerClient } from '../session/authorization-server.ts'
import { discoverServer } from '../session/discover-server.ts'
import type { Fetch } from '../session/fetch-answer.ts'
import { probeAuthorize } from '../session/probe-authorize.ts'
import { checkConnectionFile } from './connection-rules.ts'

type Server = Awaited<ReturnType<typeof discoverServer>>['server']

/** The challenge of RFC 7636, appendix B: it is never redeemed. */
const exampleChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

const good = (text: string): ClientFinding => ({ verdict: 'good', text })
const note = (text: string): ClientFinding => ({ verdict: 'note', text })
const bad = (text: string): ClientFinding => ({ verdict: 'bad', text })

/** Converts the pasted details into a connection file. Throws AppError `invalid-connection-file` that names the field. */
export const composeFile = (details: ClientDetails): ConnectionFile =>
  checkConnectionFile({ packshot: 1, ...details, clientId: details.clientId.trim(), clientSecret: details.clientSecret.trim() }, 'form')

const missing = (wanted: readonly string[], offered: readonly string[] | undefined): readonly string[] =>
  offered === undefined ? [] : wanted.filter((one) => !offered.includes(one))

/** Checks optional fields of the discovery document (RFC 8414, 2). Missing ones are fine. */
const compareServer = (server: Server, { scopes }: ConnectionFile): ClientFinding[] => {
  const lacks: readonly (readonly [readonly string[], string])[] = [
    [missing(['S256'], server.code_challenge_methods_supported as string[] | undefined), 'the PKCE method'],
    [missing(['authorization_code', 'refresh_token'], server.grant_types_supported as string[] | undefined), 'the grant'],
    [missing(['code'], server.response_types_supported as string[] | undefined), 'the response type'],
    [missing(['client_secret_basic'], server.token_endpoint_auth_methods_supported as string[] | undefined), 'the client authentication'],
    [missing(scopes, server.scopes_supported as string[] | undefined), 'the scope'],
  ]
  const found = lacks.flatMap(([names, what]) => names.map((name) => bad(`The workspace’s sign-in does not offer ${what} “${name}”.`)))
  return found.length > 0 ? found : [good(`Its sign-in offers what Packshot needs: PKCE with S256, the scope ${scopes.join(' ')}.`)]
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
      findings.push(
        isPage
          ? good(`The redirect address ${redirectUri} is not refused.`)
          : note(`The redirect address ${redirectUri} could not be checked (${status === null ? 'no answer' : `status ${status}`}).`),
      )
    } catch (error) {
      const { code } = toAppError(error)
      if (code === 'invalid-client') return [bad('The workspace does not know this client ID, or the client was removed.')]
      findings.push(bad(`The redirect address ${redirectUri} is not registered for this client: it must be there exactly like this.`))
    }
  }
  return findings
}

/** An invalid refresh token: the service reports it as invalid only to a client with the right secret (RFC 6749, 5.2). */
const checkSecret = async (refresh: (token: string) => Promise<unknown>): Promise<ClientFinding> => {
  try {
    await refresh('packshot-checks-the-client')
    return note('The workspace accepted an invalid token, so the secret could not be checked. Test the sign-in.')
  } catch (error) {
    const { code, message } = toAppError(error)
    if (code === 'session-ended') return good('Client ID and secret belong together.')
    if (code === 'invalid-client')
      return bad('The workspace does not accept this client ID and secret: one is wrong, or the secret was reset.')
    // Most likely a wrong address of the workspace, where no sign-in works.
    if (code === 'bad-answer') return bad(`${message} Check the workspace’s address.`)
    return note(`The secret could not be checked. ${message}`)
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
    return { findings: [bad(toAppError(error).message)], file: null }
  }
  const { baseUrl, clientId, clientSecret, basicAuth } = file
  const findings: ClientFinding[] = baseUrl === details.baseUrl.trim() ? [] : [note(`The address is saved as ${baseUrl}.`)]
  try {
    const { server, fallback } = await discoverServer(fetch, baseUrl)
    if (fallback === null) findings.push(good('The workspace answers, and describes its sign-in.'), ...compareServer(server, file))
    else findings.push(note(`Its sign-in description can’t be used (${fallback}); Packshot uses the documented addresses.`))
    const client = createAuthorizationServerClient({ baseUrl, clientId, clientSecret: async () => clientSecret, basicAuth, fetch, log })
    const authorize = (redirectUri: string) =>
      client.authorizeUrl({ redirectUri, scopes: file.scopes, state: 'packshot-checks-the-client', challenge: exampleChallenge })
    const redirects = await checkRedirects(file, authorize, fetch)
    findings.push(...redirects)
    findings.push(await checkSecret(client.refresh))
  } catch (error) {
    const known = error instanceof AppError ? error : toAppError(error)
    findings.push(bad(known.message.replace(' Everything queued is kept.', '')))
  }
  return { findings, file }
}
