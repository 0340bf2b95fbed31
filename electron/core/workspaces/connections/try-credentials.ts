import { AppError } from '../../../../shared/base/errors.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Answer } from '../../base/network/send-request.ts'
import { mapStatus } from '../../service/calls/classify-failure.ts'
import { parseJson } from '../../service/calls/read-answer.ts'
import type { CredentialSource } from '../../service/calls/service-client.ts'
import { type Fetch, fetchAnswer } from '../../service/session/fetch-answer.ts'

type Options = {
  readonly connection: Pick<Connection, 'name' | 'baseUrl' | 'paths'>
  readonly credentials: Pick<CredentialSource, 'credential'>
  readonly fetch: Fetch
}

const limitMs = 15_000

const isJson = ({ text }: Pick<Answer, 'text'>): boolean => {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null
}

const refused = (host: string): AppError =>
  new AppError('unauthorized', { kind: 'key-not-accepted', host }, { kept: 'nothing-changed-queue-kept', status: 401 })

/**
 * Tests an API key or a relay before any work is assigned to it: lists the tones (service interface, "Other operations"), the cheapest that
 * requires a credential. If that is not available, it sends an empty analysis, which a service answers with 400 without doing anything.
 * Throws AppError `unauthorized`, `offline`, `timeout`, `rate-limited`, `service-failed`, or `bad-answer` (no service at that address).
 */
export const tryCredentials = async ({ connection, credentials, fetch }: Options): Promise<void> => {
  const { headers, token } = await credentials.credential()
  const { host } = new URL(connection.baseUrl)
  const secrets = [token, ...Object.values(headers)]
  const send = async (path: string, body?: string): Promise<Answer> => {
    const request = {
      url: `${connection.baseUrl}${path}`,
      ...(body === undefined ? {} : { method: 'POST', body }),
      headers: {
        accept: 'application/json',
        'user-agent': 'Packshot',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    }
    const answer = await fetchAnswer(fetch, request, { limitMs })
    const found = {
      status: answer.status,
      text: answer.text,
      retryAfter: answer.headers.get('retry-after') ?? undefined,
      date: answer.headers.get('date') ?? undefined,
      location: undefined,
      challenge: undefined,
    }
    if (found.status === 401) throw refused(host)
    if (found.status === 429 || found.status >= 500)
      throw mapStatus(found, { now: Date.now(), secrets, names: 'address', subject: 'analysis', isRenewed: false })
    return found
  }

  const listed = await send(`${connection.paths.tones}?page=1&size=1`)
  if (listed.status < 300 && isJson(listed)) return
  const asked = await send(connection.paths.analyse, '{}')
  const isService = asked.status < 300 || [400, 402, 403, 422].includes(asked.status)
  if (isService && isJson(asked)) return
  const failure = { kind: 'not-the-service', baseUrl: connection.baseUrl, status: asked.status } as const
  throw new AppError('bad-answer', failure, { kept: 'nothing-changed-queue-kept', status: asked.status })
}
