import { z } from 'zod'

/** `on`: checked by itself. All others: why this Packshot does not update itself. */
export const updatesState = z.enum(['on', 'no-address', 'not-installed', 'kind-of-package', 'by-apt'])
export type UpdatesState = z.infer<typeof updatesState>

export type WhyNoUpdates = Exclude<UpdatesState, 'on'>
