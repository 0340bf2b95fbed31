import { AppError } from '../../../shared/errors.ts'
import type { DataTrial } from '../../../shared/publishing.ts'
import { quoteWords } from '../service/quote-words.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { tinyPicture } from './tiny-picture.ts'

const question = 'What are the main colours of this picture?'

const undecided = ({ code, message, status }: AppError): AppError =>
  new AppError(code, `Packshot could not test whether this workspace accepts pictures inside questions. ${message} Nothing was changed.`, {
    ...(status === undefined ? {} : { status }),
    action: 'Try again later, or set up a bucket in Settings or with “packshot publishing”.',
  })

/**
 * Asks the service once about a tiny red picture that is inside the question (`data:`, RFC 2397); the spec says nothing about that. It
 * works if the answer sees the red. A refusal of the request decides too; anything else (offline, 401, 402, 403, 429, 5xx) says nothing
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
      said: `It answered: “${quoteWords(text, 300)}”`,
    }
  }
  const { error } = outcome
  if (error.code !== 'rejected' && error.code !== 'too-large') throw undecided(error)
  return { works: false, at: now(), said: error.message.replace(/ The work is kept\.$/, '') }
}
