import { z } from 'zod'
import { call } from '../call.ts'
import { recoveryNotice } from '../recovery.ts'

/** What was repaired or restored and nobody has acknowledged yet, the oldest first. */
export const recoveryContract = {
  list: call.output(z.array(recoveryNotice)),
  /** A person has read what may be missing. */
  acknowledge: call.output(z.object({ acknowledged: z.number().int() })),
}
