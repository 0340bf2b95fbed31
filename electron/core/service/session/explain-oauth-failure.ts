import type { AuthorizationResponseError } from 'oauth4webapi'
import { AppError } from '../../../../shared/base/errors.ts'
import type { OauthPurpose } from '../../../../shared/service/session-failures.ts'
import { parseRetryAfter } from '../pace/parse-retry-after.ts'
import type { Answer } from './fetch-answer.ts'

/**
 * A failed answer of the token or revocation endpoint as an AppError. The shape of error bodies is not shown by the service, so
 * RFC 6749 (5.2) is read first, then the three published forms, then the status alone. An answer that is not JSON is not from the service
 * speaking (a proxy, a captive portal) and never ends a session.
 */
export const explainOauthFailure = (answer: Answer, purpose: OauthPurpose): AppError => {
  const { status } = answer
  const body = parseObject(answer.text)
  const code = body === null ? null : findCode(answer.text)
  const said = body === null ? '' : cleanWords(findWords(body))

  if (status === 429)
    return new AppError('rate-limited', { kind: 'oauth-asks-to-wait', said, purpose }, { kept: 'queue', status, ...retryAfter(answer) })
  if (status >= 500)
    return new AppError('service-failed', { kind: 'oauth-failed', status, said, purpose }, { kept: 'queue', status, ...retryAfter(answer) })
  const isGrant = code === 'invalid_grant'
  if (code === 'invalid_client' || code === 'unauthorized_client' || (status === 401 && !isGrant && isFromService(answer, body)))
    return new AppError('invalid-client', { kind: 'client-refused', said, encoding: null }, { kept: 'queue', status })
  if (status === 402) return new AppError('payment-required', { kind: 'oauth-plan-lacks', said }, { status })
  if (status === 403) return new AppError('not-allowed', { kind: 'oauth-not-allowed', said }, { status })
  if ((status === 400 && body !== null) || isGrant)
    return purpose === 'refresh'
      ? new AppError('session-ended', { kind: 'session-over', said, isAnswerLost: false }, { kept: 'queue', status })
      : new AppError('sign-in-failed', { kind: 'oauth-refused', purpose, said }, { kept: 'queue', status })
  return new AppError('bad-answer', { kind: 'oauth-not-the-service', status }, { status })
}

/** An error that the browser brought back: a person denied access, or the server ended the sign-in (RFC 6749, 4.1.2.1). */
export const explainRefusedSignIn = ({ error, error_description: description, cause }: AuthorizationResponseError): AppError => {
  const options = { kept: 'queue', cause } as const
  return error === 'access_denied'
    ? new AppError('sign-in-refused', { kind: 'access-refused', said: cleanWords(description ?? '') }, options)
    : new AppError('sign-in-failed', { kind: 'sign-in-ended', said: cleanWords(description ?? error) }, options)
}

/** A service's words for a person: one line, at most 200 characters, no terminal control characters. */
export const cleanWords = (words: string): string =>
  words
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)

const parseObject = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const findCode = (text: string): string | null => text.match(/\b(invalid_client|unauthorized_client|invalid_grant)\b/)?.[1] ?? null

const findWords = (body: Record<string, unknown>): string => {
  for (const field of [body.error_description, body.message, body.errors, body.error]) {
    if (typeof field === 'string') return field
    if (Array.isArray(field)) return field.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join('; ')
  }
  return ''
}

const isFromService = (answer: Answer, body: object | null): boolean =>
  body !== null || answer.text.trim() === '' || /^basic\b/i.test(answer.headers.get('www-authenticate') ?? '')

/** A date counts only relative to the `Date` header; without one, its distance is unknown. */
const retryAfter = ({ headers }: Answer): { retryAfterMs?: number } => {
  const retryAfterMs = parseRetryAfter(headers.get('retry-after') ?? undefined, Number.NaN, headers.get('date') ?? undefined)
  return retryAfterMs === undefined ? {} : { retryAfterMs }
}
