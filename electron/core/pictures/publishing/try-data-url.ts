import { type AppError, errorFrom } from '../../../../shared/base/errors.ts'
import type { DataTrial } from '../../../../shared/pictures/publishing.ts'
import { quoteWords } from '../../service/calls/quote-words.ts'
import type { ServiceClient } from '../../service/calls/service-client.ts'
import { tinyPicture } from './tiny-picture.ts'

const question = 'What are the main colours of this picture?'

const undecided = (error: AppError): AppError =>
  errorFrom(error.toRecord(), {
    failure: { kind: 'data-trial-undecided', because: error.toRecord() },
    kept: 'nothing-changed',
    cause: error,
  })

/**
 * Asks the service once about a tiny red picture that is inside the question (`data:`, RFC 2397); the spec says nothing about that. It
 * works if the answer names red. A refusal of the request also decides; anything else (offline, 401, 402, 403, 429, 5xx) proves nothing
 * about it and is thrown as AppError.
 */
export const tryDataUrl = async (client: ServiceClient, now: () => number): Promise<DataTrial> => {
  const imageUrl = `data:image/png;base64,${tinyPicture.toString('base64')}`
  const outcome = await client.analyse({ imageUrl, question }, { signal: AbortSignal.timeout(60_000) })
  if (outcome.kind === 'done') {
    const { text, kind } = outcome.value
    return {
      works: kind === 'answer' && /\bred\b/i.test(text),
      at: now(),
      end: { kind: 'answered', said: quoteWords(text, 300) },
    }
  }
  const { error } = outcome
  if (error.code !== 'rejected' && error.code !== 'too-large') throw undecided(error)
  return { works: false, at: now(), end: { kind: 'refused', because: error.toRecord() } }
}
