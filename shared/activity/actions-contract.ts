import { z } from 'zod'
import { call, changing } from '../base/call.ts'
import { actionRow, actionStanding } from './actions.ts'

const standings = z.record(actionStanding, z.number().int())

/** What a person asked for, action by action. */
export const actionsContract = {
  /**
   * One page of actions: those that need attention, those under way, then the rest, each the newest first. `text`: words that are in their questions,
   * products or picture names. `counts`: all that match the text.
   */
  page: call
    .input(
      z.object({
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
        text: z.string().max(1_000).default(''),
        /** Empty: all. */
        standings: z.array(actionStanding).default([]),
        /** Leaves out, without a text, what `problems.list` says of several actions together: actions that have nothing else to do. */
        withoutProblems: z.boolean().default(false),
      }),
    )
    .output(
      z.object({
        total: z.number().int(),
        counts: standings,
        /** More pictures have such a name than are looked up, so that some of their actions may be missing. */
        isCut: z.boolean(),
        rows: z.array(actionRow),
      }),
    ),
  /** `null`: no job belongs to it. */
  find: call.input(z.object({ action: z.number().int() })).output(actionRow.nullable()),
  /** Cancels its waiting and parked jobs. `left`: attachments without an answer, each for an answer of its own (`jobs.cancel`). */
  cancel: changing('jobs', 'library', 'answers', 'products', 'sources', 'content')
    .input(z.object({ action: z.number().int() }))
    .output(z.object({ cancelled: z.number().int(), left: z.number().int() })),
}
