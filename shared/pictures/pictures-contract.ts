import { z } from 'zod'
import { call, withPaths } from '../base/call.ts'
import { jobState } from '../queue/job-states.ts'
import { image, refusal } from './pictures.ts'

/** Pictures and refused files, one by one. */
export const picturesContract = {
  list: call.output(
    z.array(
      image.extend({
        /** Of its file; `null`: it came from an address or without a path. */
        folder: z.string().nullable(),
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
  /**
   * Adds refused files again, from where they came, to their places in the library; empty: all of them. `known`: their content was there
   * already. `left`: those that came without a path, so Packshot can’t read them again.
   */
  tryRefusedAgain: withPaths('known', 'library')
    .input(z.object({ paths: z.array(z.string()) }))
    .output(z.object({ added: z.number().int(), known: z.number().int(), refused: z.number().int(), left: z.number().int() })),
  /** Shows a refused file in the system's file manager; if it is gone, its folder. Only in Electron. */
  showRefused: withPaths('known')
    .input(z.object({ path: z.string() }))
    .output(z.void()),
  /** Adds the sample pictures; existing ones are not added twice. */
  addSamples: call.output(z.object({ added: z.number().int() })),
}
