import { z } from 'zod'

export const operationName = z.enum(['upload-source', 'create-source', 'analyse-image', 'attach-sources', 'create-product', 'write-text'])
export type OperationName = z.infer<typeof operationName>

/** Requests a minute by operation; `null`: the workspace states that it has no limit. Absent: it states nothing. */
export const statedRates = z.partialRecord(operationName, z.number().positive().nullable())
export type StatedRates = z.infer<typeof statedRates>
