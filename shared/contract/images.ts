import { z } from 'zod'
import { call } from '../call.ts'
import { image, refusal } from '../images.ts'
import { jobState } from '../jobs.ts'

/** Pictures and refused files, one by one. */
export const imagesContract = {
  list: call.output(
    z.array(
      image.extend({
        sourceId: z.string().nullable(),
        upload: jobState.nullable(),
        questions: z.number().int(),
        answers: z.number().int(),
      }),
    ),
  ),
  refused: call.output(z.array(refusal)),
  /** One page of refused files, newest first; `news`: how many of all came after `since` (milliseconds since 1970). */
  refusedPage: call
    .input(z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500), since: z.number() }))
    .output(z.object({ total: z.number().int(), news: z.number().int(), rows: z.array(refusal) })),
  /** Adds the sample pictures; existing ones are not added twice. */
  addSamples: call.output(z.object({ added: z.number().int() })),
}
