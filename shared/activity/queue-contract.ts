import { z } from 'zod'
import { call, changing } from '../base/call.ts'
import { queueStatus, repeat } from '../queue/jobs.ts'

/** The queue as a person sees it and steers it. */
export const queueContract = {
  status: call.output(queueStatus),
  pause: changing('jobs').output(queueStatus),
  resume: changing('jobs').output(queueStatus),
  /** As many questions may go again as the workspace’s “Stop after” says. */
  goOn: changing('jobs').output(queueStatus),
  /** The network is back: work that waited for it is tried at once. */
  retryNow: changing('jobs').output(queueStatus),
  /** Work that may have been done twice, after a sequence number; of the active workspace, or of all. `last`: where to continue. */
  repeats: call
    .input(z.object({ after: z.number().int().min(0), limit: z.number().int().min(1).max(1_000).default(500) }))
    .output(z.object({ last: z.number().int(), items: z.array(repeat) })),
}
