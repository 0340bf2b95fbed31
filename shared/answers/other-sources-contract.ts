import { z } from 'zod'
import { call, changing } from '../base/call.ts'
import { knowledgeItem, otherSource, otherSourceForm } from './other-sources.ts'

const refs = z.object({ refs: z.array(z.string()).min(1) })

/** Sources other than files: text, web address, knowledge item (service interface, "Create a source"). */
export const otherSourcesContract = {
  /**
   * Queues the creation. A source already in the list is not created again (`isNew: false`), unless its creation was cancelled.
   * Errors: `usage` (the text is not a valid source), `not-allowed` (the sign-in may only read). Nothing is queued then.
   */
  create: changing('jobs', 'sources')
    .input(otherSourceForm)
    .output(z.object({ source: otherSource, isNew: z.boolean() })),
  /** Queues a cancelled creation again. Errors: `unknown-id`. */
  createAgain: changing('jobs', 'sources')
    .input(z.object({ ref: z.string() }))
    .output(otherSource),
  /** One page of the active workspace's sources, newest first. */
  page: call
    .input(z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }))
    .output(z.object({ total: z.number().int(), rows: z.array(otherSource) })),
  /** The scope that the sign-in lacks for creating, and whether knowledge items can be listed. */
  standing: call.output(z.object({ missingScope: z.literal('user').nullable(), listsKnowledge: z.boolean() })),
  /** The first of the workspace's knowledge items whose name contains `text`; `total` counts all. Errors: those of a request. */
  knowledge: call
    .input(z.object({ text: z.string().max(200) }))
    .output(z.object({ items: z.array(knowledgeItem), total: z.number().int().nullable() })),
  /**
   * Removes sources from the list. Created sources stay in the workspace; waiting ones are cancelled. `restore` undoes it until the app ends.
   */
  remove: changing('jobs', 'sources')
    .input(refs)
    .output(z.object({ removed: z.number().int() })),
  restore: changing('jobs', 'sources')
    .input(refs)
    .output(z.object({ restored: z.number().int() })),
}
