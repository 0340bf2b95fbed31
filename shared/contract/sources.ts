import { z } from 'zod'
import { call, changing } from '../call.ts'
import { knowledgeItem, otherSource, otherSourceForm } from '../sources.ts'

const refs = z.object({ refs: z.array(z.string()).min(1) })

/** Sources other than files: text, web address, knowledge item (service interface, "Create a source"). */
export const sourcesContract = {
  /**
   * Queues the creation. What is in the list already is not created a second time (`isNew: false`), unless its creation was cancelled.
   * Errors: `usage` (what was typed cannot be a source), `not-allowed` (the sign-in may only read). Nothing is queued then.
   */
  create: changing('jobs', 'sources')
    .input(otherSourceForm)
    .output(z.object({ source: otherSource, isNew: z.boolean() })),
  /** Queues the creation of one whose creation was cancelled. Errors: `unknown-id`. */
  createAgain: changing('jobs', 'sources')
    .input(z.object({ ref: z.string() }))
    .output(otherSource),
  /** A window's worth of the active workspace's sources, the newest first. */
  page: call
    .input(z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }))
    .output(z.object({ total: z.number().int(), rows: z.array(otherSource) })),
  /** What can be done here: the scope that the sign-in lacks for creating, and whether knowledge items can be listed. */
  standing: call.output(z.object({ missingScope: z.literal('user').nullable(), listsKnowledge: z.boolean() })),
  /** The workspace's knowledge items whose name contains `text`, the first of them; `total` counts all. Errors: those of a request. */
  knowledge: call
    .input(z.object({ text: z.string().max(200) }))
    .output(z.object({ items: z.array(knowledgeItem), total: z.number().int().nullable() })),
  /**
   * Takes sources out of the list. What was created stays in the workspace; what waits is cancelled. Undone by `restore` until the app ends.
   */
  remove: changing('jobs', 'sources')
    .input(refs)
    .output(z.object({ removed: z.number().int() })),
  restore: changing('jobs', 'sources')
    .input(refs)
    .output(z.object({ restored: z.number().int() })),
}
