import { z } from 'zod'
import { call, changing } from '../base/call.ts'
import { chosenImages } from '../pictures/pictures.ts'
import { offeredSet } from '../workspaces/offered-set.ts'
import { questionSetDraft } from './question-set-problems.ts'
import { questionSet } from './question-sets.ts'
import { asked } from './questions.ts'

const setId = z.object({ id: z.string() })

/** Question sets. They are not of a workspace. */
export const questionSetsContract = {
  /** In the person's order. */
  list: call.output(z.array(questionSet)),
  /**
   * Keeps a set: a new one without `id`. An id that was removed brings that set back, at `place` (from 0). `seen`: its `changedAt` as it was opened.
   * Errors: `usage`, with what is wrong (question-set-problems.ts).
   */
  save: changing('questionSets')
    .input(
      questionSetDraft.extend({
        id: z.string().optional(),
        seen: z.number().optional(),
        place: z.number().int().min(0).optional(),
      }),
    )
    .output(questionSet),
  /** Saving the returned set at the returned place undoes it. */
  remove: changing('questionSets')
    .input(setId)
    .output(z.object({ set: questionSet, place: z.number().int() })),
  order: changing('questionSets')
    .input(z.object({ ids: z.array(z.string()) }))
    .output(z.array(questionSet)),
  /** What importing this file would do; nothing is changed. Errors: `usage`. */
  read: call.input(z.object({ text: z.string() })).output(z.array(offeredSet)),
  /** `replace`: the names of known sets that the file's take the place of; others stay as they are, and are `left`. Errors: `usage`. */
  import: changing('questionSets')
    .input(z.object({ text: z.string(), replace: z.array(z.string()).default([]) }))
    .output(z.object({ added: z.number().int(), updated: z.number().int(), left: z.array(z.string()) })),
  /** Sets as the text of a `.packshot-questions` file; without ids, all. */
  export: call.input(z.object({ ids: z.array(z.string()).default([]) })).output(z.object({ text: z.string(), fileName: z.string() })),
  /** Asks all questions of a set, in one action. */
  ask: changing('jobs', 'library', 'answers')
    .input(setId.extend({ images: chosenImages, again: z.boolean() }))
    .output(asked),
}
