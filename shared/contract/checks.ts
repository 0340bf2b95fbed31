import { z } from 'zod'
import { call } from '../call.ts'
import { measuredImage } from '../measurement-shapes.ts'

/** Requirements of shops: what was measured of pictures, what fails, and fixes. */
export const checksContract = {
  /**
   * Measures pictures that are not measured yet, for up to this time in milliseconds, also if no profile needs it. `print`: the print on them is read,
   * too. `left`: what is still to be measured; call it again for that. `unchecked`: pictures that are to be checked first. Error: `read-only`.
   */
  measure: call
    .input(z.object({ print: z.boolean().default(false), waitMs: z.number().int().min(0).max(60_000).default(0) }))
    .output(z.object({ left: z.number().int().nonnegative(), unchecked: z.number().int().nonnegative() })),
  /** What is measured of these pictures, as their fixes make them; those that are not measured yet are left out. */
  measurements: call.input(z.object({ imageIds: z.array(z.string()).max(500) })).output(z.array(measuredImage)),
}
