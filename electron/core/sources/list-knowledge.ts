import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { Connection } from '../../../shared/session.ts'
import type { KnowledgeItem } from '../../../shared/sources.ts'
import { mapStatus } from '../api/map-error.ts'
import { parseJson } from '../api/read-answer.ts'
import type { CredentialSource } from '../api/service-client.ts'
import { type Fetch, fetchAnswer } from '../session/fetch-answer.ts'

type Options = {
  readonly connection: Pick<Connection, 'baseUrl' | 'paths'>
  readonly credentials: CredentialSource
  readonly fetch: Fetch
  readonly clock: { readonly now: () => number }
}

/** How many are shown; more are found by searching. */
const shownItems = 50
const limitMs = 15_000

const item = z.looseObject({
  id: z.union([z.string().min(1), z.number().transform(String)]),
  name: z.string().catch(''),
})
/** The envelope as lists have it (not-shown.md, "success envelope"): `data` a list or one object, or the bare list. */
const listed = z.union([
  z.looseObject({ data: z.array(z.unknown()), pagination: z.looseObject({ totalRecords: z.number() }).optional().catch(undefined) }),
  z.array(z.unknown()).transform((data) => ({ data, pagination: undefined })),
  z.looseObject({ data: z.looseObject({}) }).transform(({ data }) => ({ data: [data], pagination: undefined })),
])

/**
 * Reads the workspace's knowledge items at the connection's path for them; `q`, `page` and `size` as lists of this service take them
 * (not-shown.md, "GET /v1/tones"). Throws AppError `usage` where the connection names no path, and those of a request.
 */
export const listKnowledge = async (
  text: string,
  { connection, credentials, fetch, clock }: Options,
): Promise<{ items: KnowledgeItem[]; total: number | null }> => {
  const path = connection.paths.knowledge
  if (path === undefined)
    throw new AppError('usage', 'This connection names no path at which knowledge items are listed.', { action: 'Enter the item’s ID.' })
  const query = new URLSearchParams({ page: '1', size: String(shownItems), ...(text.trim() === '' ? {} : { q: text.trim() }) })
  const send = async ({ headers, token }: Awaited<ReturnType<CredentialSource['credential']>>, isRenewed: boolean) => {
    const request = {
      url: `${connection.baseUrl}${path}?${query}`,
      headers: { accept: 'application/json', 'user-agent': 'Packshot', ...headers },
    }
    const answer = await fetchAnswer(fetch, request, { limitMs })
    const { status } = answer
    if (status >= 400) {
      const retryAfter = answer.headers.get('retry-after') ?? undefined
      const date = answer.headers.get('date') ?? undefined
      const challenge = answer.headers.get('www-authenticate') ?? undefined
      const context = {
        now: clock.now(),
        secrets: [token, ...Object.values(headers)],
        names: 'address',
        subject: 'source',
        isRenewed,
      } as const
      throw mapStatus({ status, text: answer.text, retryAfter, date, location: undefined, challenge }, context)
    }
    return answer
  }
  const first = await credentials.credential()
  const answer = await send(first, false).catch(async (error: unknown) => {
    if (!(error instanceof AppError) || error.status !== 401) throw error
    return send(await credentials.replaceRejected(first.token), true)
  })
  const found = answer.status < 300 ? listed.safeParse(parseJson(answer.text)).data : undefined
  if (!found)
    throw new AppError('bad-answer', 'What the workspace answered is no list of knowledge items.', {
      status: answer.status,
      action: 'Enter the item’s ID, or check the path of knowledge items.',
    })
  const items = found.data.flatMap((one) => {
    const { data } = item.safeParse(one)
    return data ? [{ id: data.id, name: data.name.trim() || data.id }] : []
  })
  return { items: items.slice(0, shownItems), total: found.pagination?.totalRecords ?? null }
}
