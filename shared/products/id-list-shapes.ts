import { z } from 'zod'
import { type FoundIds, mostIdsAtOnce } from './id-list.ts'

export const fewIds = z.array(z.string()).max(mostIdsAtOnce)

/** The same as `IdList`. */
export const idList = z.union([fewIds, z.strictObject({ kept: z.string() })])

export const foundIds: z.ZodType<FoundIds> = z.object({ total: z.int(), ids: fewIds, kept: z.string().nullable() })
