import { z } from 'zod'

/**
 * How it is known what a product's list holds now. `ledger`: our record counts · `old`: our record, older than the connection allows · `list`:
 * the imported list says it · `read`: the connection reads the product when it is sent · `appends`: the service only adds · `new`: the product is
 * empty, as it is created, or was just now · `unknown` · `doubted`: our record may be wrong.
 */
export const planSource = z.enum(['ledger', 'old', 'list', 'read', 'appends', 'new', 'unknown', 'doubted'])
export type PlanSource = z.infer<typeof planSource>

/** Sources that count only if a person says so. */
export const askedSources = ['unknown', 'list', 'old', 'doubted'] as const satisfies readonly PlanSource[]
export type AskedSource = (typeof askedSources)[number]

export const isAskedSource = (source: PlanSource): source is AskedSource => (askedSources as readonly PlanSource[]).includes(source)
