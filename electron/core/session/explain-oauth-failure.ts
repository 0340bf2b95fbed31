import { AppError } from '../../../shared/errors.ts'
import { sayEndedSession } from '../../../shared/words/session.ts'
import { parseRetryAfter } from '../service/parse-retry-after.ts'
import type { Answer } from './fetch-answer.ts'

export type OauthPurpose = 'sign-in' | 'refresh' | 'disconnect'

export const invalidClientMessage =
  'The workspace does not accept this connection’s client id and secret: one of them is wrong, the secret was reset, or the client was ' +
  'removed. Everything queued is kept.'

/**
 * A failed answer of the token or revocation endpoint as an AppError. The shape of error bodies is not shown by the service, so
 * RFC 6749 (5.2) is read first, then the three published forms, then the status alone. What is no JSON is not the service
 * speaking (a proxy, a captive portal) and never ends a session.
 */
export const explainOauthFailure = (answer: Answer, purpose: OauthPurpose): AppError => {
  const { status } = answer
  const body = parseObject(answer.text)
  const code = body === null ? null : findCode(answer.text)
  const said = body === null ? '' : quote(findWords(body))

  if (status === 429 || status >= 500) {
    const what = status === 429 ? 'The workspace asks for a pause.' : `The workspace failed with status ${status}.`
    // A refresh is tried again by itself; what a person started is not.
    const action = purpose === 'refresh' ? {} : { action: 'Try again later. If this continues, tell the workspace’s admin.' }
    return new AppError(status === 429 ? 'rate-limited' : 'service-failed', `${what}${said} Everything queued is kept.`, {
      status,
      ...retryAfter(answer),
      ...action,
    })
  }
  const isGrant = code === 'invalid_grant'
  if (code === 'invalid_client' || code === 'unauthorized_client' || (status === 401 && !isGrant && isFromService(answer, body))) {
    return new AppError('invalid-client', `${invalidClientMessage}${said}`, { status })
  }
  if (status === 402) return new AppError('payment-required', `The workspace’s plan does not include this.${said}`, { status })
  if (status === 403) return new AppError('not-allowed', `The workspace does not allow this.${said}`, { status })
  if ((status === 400 && body !== null) || isGrant) {
    if (purpose === 'refresh') return new AppError('session-ended', `${sayEndedSession({ isAnswerLost: false })}${said}`, { status })
    return new AppError('sign-in-failed', `The workspace refused to complete the ${purpose}.${said} Everything queued is kept.`, { status })
  }
  return new AppError('bad-answer', `The server at the workspace’s sign-in address does not look like the service (status ${status}).`, {
    status,
  })
}

/** Words of a service for a person: one line, at most 200 characters, nothing that steers a terminal. */
export const cleanWords = (words: string): string =>
  words
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)

export const quote = (words: string): string => (cleanWords(words) === '' ? '' : ` It said: “${cleanWords(words).replace(/\.$/, '')}”.`)

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

/** A date counts by the `Date` beside it only; without one, nobody knows how far away it is. */
const retryAfter = ({ headers }: Answer): { retryAfterMs?: number } => {
  const retryAfterMs = parseRetryAfter(headers.get('retry-after') ?? undefined, Number.NaN, headers.get('date') ?? undefined)
  return retryAfterMs === undefined ? {} : { retryAfterMs }
}
