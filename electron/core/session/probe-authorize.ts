import { AppError } from '../../../shared/errors.ts'
import { invalidClientMessage } from './explain-oauth-failure.ts'
import { type Answer, type Fetch, fetchAnswer } from './fetch-answer.ts'

/**
 * Asks the authorize address once before the browser does: the service tells an unregistered redirect or an unknown client to the
 * browser only (it must not redirect, RFC 6749 4.1.2.1), and the app would wait for nothing. Only plain refusals count; whatever
 * else happens is left to the browser. Throws AppError `redirect-not-registered` or `invalid-client`.
 */
export const probeAuthorize = async (fetch: Fetch, url: string, redirectUri: string): Promise<void> => {
  const answer = await fetchAnswer(fetch, { url, headers: { accept: 'text/html, application/json' } }, { limitMs: 5_000 }).catch(
    (): Answer | null => null,
  )
  if (answer === null) return
  const { status, text } = answer
  if ((status === 400 || status === 401) && /\binvalid_client\b/.test(text))
    throw new AppError('invalid-client', invalidClientMessage, { status })
  if (status === 400 && /\binvalid_request\b/.test(text)) {
    throw new AppError(
      'redirect-not-registered',
      `The workspace refuses this sign-in before it begins: the redirect address ${redirectUri} is not registered on the OAuth client, ` +
        'exactly so, or there is no such client any more. Everything queued is kept.',
      {
        status,
        action: `Ask the workspace’s admin to add ${redirectUri} to the redirect URIs of Packshot’s OAuth client (workspace settings, OAuth clients).`,
      },
    )
  }
}
