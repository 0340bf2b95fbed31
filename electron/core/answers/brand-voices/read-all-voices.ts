import { setTimeout as sleep } from 'node:timers/promises'
import type { Voice } from '../../../../shared/answers/brand-voices-contract.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import type { ContentCalls } from '../../service/calls/content-calls.ts'
import type { Outcome } from '../../service/calls/outcome.ts'
import type { Pages } from '../../service/calls/read-content.ts'
import type { Pacer } from '../../service/pace/pacer.ts'
import { takeTurn } from '../../service/pace/take-turn.ts'

/** Requested page size: as large as possible, for few requests. */
const pageSize = 100
/** The service's default page size (not-shown, "GET /v1/tones"). */
const ownPageSize = 10
const mostPages = 500

/**
 * One request of a list, at the pace of lists. While a requested pause lasts this throws at once,
 * with `rate-limited`.
 */
export const askPaced = async <T>(pacer: Pacer, ask: () => Promise<Outcome<T>>): Promise<T> => {
  const notNow = await takeTurn(pacer, { sleep })
  if (notNow) throw notNow
  const outcome = await ask()
  if (outcome.kind === 'done') {
    pacer.succeeded()
    return outcome.value
  }
  const { code, status, retryAfterMs } = outcome.error
  if (code === 'rate-limited') pacer.refused(retryAfterMs)
  else if (status === 503 || retryAfterMs !== undefined) pacer.failed(retryAfterMs)
  throw outcome.error
}

/** If an answer has no facts about further pages, a full page may have a next one. A service may return fewer entries than requested. */
const hasMore = ({ hasNext, total, pageSize: shown }: Pages, read: number, count: number): boolean => {
  if (hasNext !== undefined) return hasNext
  if (total !== undefined) return read < total
  return count >= (shown ?? ownPageSize)
}

/** All brand voices of a workspace, page after page, each once. Throws the AppError of the page that failed. */
export const readAllVoices = async (client: Pick<ContentCalls, 'listVoices'>, pacer: Pacer): Promise<readonly Voice[]> => {
  const found = new Map<string, Voice>()
  let size: number | null = pageSize
  for (let page = 1; page <= mostPages; page++) {
    const asked: number | null = size
    const answer = await askPaced(pacer, () => client.listVoices({ page, size: asked })).catch((error: unknown) => {
      // A service may have a smaller limit and refuse ours.
      if (page > 1 || asked === null || !(error instanceof AppError) || error.status !== 400) throw error
      size = null
      return askPaced(pacer, () => client.listVoices({ page, size: null }))
    })
    const before = found.size
    for (const voice of answer.voices) if (!found.has(voice.id)) found.set(voice.id, voice)
    // A service without paging would return the same page forever.
    if (found.size === before || !hasMore(answer.pages, found.size, answer.voices.length)) break
  }
  return [...found.values()]
}
