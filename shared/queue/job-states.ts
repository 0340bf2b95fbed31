import { z } from 'zod'

/**
 * The choices for a parked job. `retry`: try it again unchanged. `exists`: the product already exists, with this id.
 * `again`: repeat it, at the risk of a duplicate. `ready`: attach the uploaded pictures. `wait`: wait for the others.
 * `replace`: upload the pictures again whose sources are gone from the workspace, and put the new ones in their place. `leave-out`: attach
 * the rest without them.
 */
export const parkChoice = z.enum(['retry', 'exists', 'again', 'ready', 'wait', 'replace', 'leave-out'])
export type ParkChoice = z.infer<typeof parkChoice>

export const jobState = z.enum(['waiting', 'running', 'done', 'parked', 'cancelled'])
export type JobState = z.infer<typeof jobState>
