import sharp from 'sharp'
import { createAskVision } from './ask-vision.ts'
import type { Seen } from './read-completion.ts'
import type { VisionEndpoint } from './vision-endpoint.ts'

const question = 'What colour is this picture?'

/** Asks the endpoint about a tiny red picture, the way every other question is asked. Never rejects. */
export const tryEndpoint = async (vision: VisionEndpoint | undefined): Promise<Seen> => {
  if (vision === undefined) return { kind: 'failed', reason: 'no vision endpoint is named' }
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#d32020' } })
    .png()
    .toBuffer()
  return createAskVision(vision, (task) => task())(question, picture, [])
}
