import { z } from 'zod'
import { call } from '../call.ts'
import { endpointWithKey, visionTrial, visionView } from '../vision.ts'
import { fieldProblem } from './connections.ts'

/** The sample workspace's vision endpoint. Errors: `no-connection`, `usage` where another program runs the sample workspace. */
export const visionContract = {
  get: call.output(visionView),
  /** Sets it, or with `null` takes it away, and starts the sample workspace anew with it; with a problem nothing is changed. */
  set: call
    .input(z.union([endpointWithKey, z.object({ endpoint: z.null() })]))
    .output(z.object({ problems: z.array(fieldProblem), view: visionView })),
  /** Asks it about a tiny picture, as it would be asked by the sample workspace; nothing is kept. */
  try: call.input(endpointWithKey).output(z.object({ problems: z.array(fieldProblem), trial: visionTrial.nullable() })),
}
