import { AppError } from '../../../../shared/base/errors.ts'
import { type Answer, type Fetch, fetchAnswer } from './fetch-answer.ts'

/**
 * Requests the authorize address once before the browser does: the service reports an unregistered redirect or an unknown client to the
 * browser only (it must not redirect, RFC 6749 4.1.2.1), and the app would wait for nothing. Only clear refusals count; anything
 * else happens is left to the browser. Resolves to the answer's status; `null`: no answer.
 * Throws AppError `redirect-not-registered` or `invalid-client`.
 */
export const probeAuthorize = async (fetch: Fetch, url: string, redirectUri: string): Promise<number | null> => {
  const answer = await fetchAnswer(fetch, { url, headers: { accept: 'text/html, application/json' } }, { limitMs: 5_000 }).catch(
    (): Answer | null => null,
  )
  if (answer === null) return null
  const { status, text } = answer
  if ((status === 400 || status === 401) && /\binvalid_client\b/.test(text))
    throw new AppError('invalid-client', { kind: 'client-refused', said: '', encoding: null }, { kept: 'queue', status })
  if (status === 400 && /\binvalid_(request|redirect_uri)\b/.test(text))
    throw new AppError('redirect-not-registered', { kind: 'redirect-unknown', redirectUri }, { kept: 'queue', status })
  return status
}
