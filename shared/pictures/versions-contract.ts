import { z } from 'zod'
import { call, changing } from '../base/call.ts'
import { changedFile } from './versions.ts'

/** Pictures whose file was added again with other content. */
export const versionsContract = {
  /** One page of them, the newest first; `total` counts all. */
  page: call
    .input(z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }))
    .output(z.object({ total: z.number().int(), rows: z.array(changedFile) })),
  /** Makes them versions of the earlier pictures; `imageIds`: the newer ones, absent: all. `made`: the earlier ones, one for each version. */
  use: changing('library', 'jobs', 'answers', 'products', 'intake')
    .input(z.object({ imageIds: z.array(z.string()).optional() }))
    .output(z.object({ made: z.array(z.string()) })),
  /** They stay pictures of their own, and are not offered again. */
  keepBoth: changing('library', 'intake')
    .input(z.object({ imageIds: z.array(z.string()).optional() }))
    .output(z.void()),
  /**
   * Takes versions back: the newest one of each becomes a picture of its own again, and is offered again. `imageIds`: of the pictures that
   * have them; one that is named twice loses two.
   */
  separate: changing('library', 'jobs', 'answers', 'products', 'intake')
    .input(z.object({ imageIds: z.array(z.string()).min(1) }))
    .output(z.object({ separated: z.number().int() })),
}
