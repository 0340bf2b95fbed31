import { z } from 'zod'
import { call } from './call.ts'
import { recoveryNotice } from './recovery.ts'

/** Repairs and restores that no one has acknowledged yet, oldest first. */
export const recoveryContract = {
  list: call.output(z.array(recoveryNotice)),
  /** A person has read the notice. */
  acknowledge: call.output(z.object({ acknowledged: z.number().int() })),
}
