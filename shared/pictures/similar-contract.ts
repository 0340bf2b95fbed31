import { z } from 'zod'
import { call, changing } from '../base/call.ts'
import { idList } from '../base/id-list.ts'
import { type ApartPictures, apartPictures, type SimilarGroup, type SimilarSummary, similarGroup, similarSummary } from './similar.ts'

const summary: z.ZodType<SimilarSummary> = similarSummary
const groups: z.ZodType<SimilarGroup[]> = z.array(similarGroup)
const apart: z.ZodType<ApartPictures[]> = z.array(apartPictures)

/** Pictures that show the same in another size, format or crop. Packshot removes none of them by itself. */
export const similarContract = {
  summary: call.output(summary),
  /**
   * Looks at pictures and compares them now, for up to `waitMs`, instead of when nothing else goes on. `left`: those that remain. Errors:
   * `read-only`.
   */
  find: call.input(z.object({ waitMs: z.number().int().min(0).max(60_000).default(0) })).output(z.object({ left: z.number().int() })),
  /** One page of groups, in the library’s natural order of the pictures to keep. */
  groups: call.input(z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) })).output(groups),
  /** The pictures that can be left out: all but the one to keep. `key`: only of this group. */
  others: call.input(z.object({ key: z.string().optional() })).output(z.array(z.string())),
  /**
   * A person’s word that pictures are different: they are in no group together any more. `from`: different from these; absent: each from each.
   * `pairs`: how many are new; `at`: the time that names them, to take them back.
   */
  different: changing('similar')
    .input(z.object({ imageIds: z.array(z.string()).min(1).max(500), from: idList.optional() }))
    .output(z.object({ pairs: z.int(), at: z.number() })),
  /** What a person called different, the last first: one page. `total` counts all. */
  apart: call
    .input(z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(100) }))
    .output(z.object({ total: z.number().int(), rows: apart })),
  /**
   * Takes it back: what was said at one time (`different`, `apart`), or all that was said of one picture, of several among each other. Errors:
   * `unknown-id` (`picture-not-in-library`).
   */
  same: changing('similar')
    .input(z.union([z.strictObject({ at: z.number() }), z.strictObject({ imageIds: z.array(z.string()).min(1).max(500) })]))
    .output(z.object({ pairs: z.number().int() })),
}
