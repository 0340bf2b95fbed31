import { z } from 'zod'
import { call } from '../base/call.ts'
import { fieldProblem } from './connections-contract.ts'
import { endpointWithKey, visionTrial, visionView } from './vision.ts'

/** The sample workspace's vision endpoint. Errors: `no-connection`, `usage` if another program runs the sample workspace. */
export const visionContract = {
  get: call.output(visionView),
  /** Sets it, or removes it with `null`, and restarts the sample workspace. With a problem nothing is changed. */
  set: call
    .input(z.union([endpointWithKey, z.object({ endpoint: z.null() })]))
    .output(z.object({ problems: z.array(fieldProblem), view: visionView })),
  /** Asks it about a tiny picture, as the sample workspace would; nothing is stored. */
  try: call.input(endpointWithKey).output(z.object({ problems: z.array(fieldProblem), trial: visionTrial.nullable() })),
}
