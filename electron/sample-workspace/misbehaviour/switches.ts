import { z } from 'zod'
import { refuse } from '../refusals.ts'

export const operation = z.enum(['analysis', 'sources', 'products'])
export type Operation = z.infer<typeof operation>

/** What a workspace's plan and settings decide; all on at the start. */
export const switches = z.strictObject({
  /** Off: sources and products answer 403 (spec, "Errors"). */
  productFeature: z.boolean(),
  /** Off: every operation answers 403. */
  apiAccess: z.boolean(),
  /** Off: image analysis answers 402. */
  apiSubscription: z.boolean(),
  /** Requests a minute by operation; null: no limit. Over it: 429 with `Retry-After`. */
  requestsPerMinute: z.strictObject({
    analysis: z.number().int().positive().nullable(),
    sources: z.number().int().positive().nullable(),
    products: z.number().int().positive().nullable(),
  }),
})
export type Switches = z.infer<typeof switches>

/** A change: what is left out stays. */
export const switchesChange = switches.partial().extend({ requestsPerMinute: switches.shape.requestsPerMinute.partial().optional() })

export type Gate = {
  readonly get: () => Switches
  readonly change: (change: z.infer<typeof switchesChange>) => Switches
  /** Throws 402, 403 or 429 if the operation is not to be done now. */
  readonly pass: (operation: Operation) => void
}

const minute = 60_000

export const createGate = (now: () => number): Gate => {
  let current: Switches = {
    productFeature: true,
    apiAccess: true,
    apiSubscription: true,
    requestsPerMinute: { analysis: null, sources: null, products: null },
  }
  const passed: Record<Operation, number[]> = { analysis: [], sources: [], products: [] }

  const countRate = (name: Operation): void => {
    const limit = current.requestsPerMinute[name]
    if (limit === null) return
    const times = passed[name].filter((at) => at > now() - minute)
    passed[name] = times
    const oldest = times[times.length - limit]
    if (oldest !== undefined) {
      const seconds = Math.max(1, Math.ceil((oldest + minute - now()) / 1000))
      throw refuse(429, `At most ${limit} requests per minute.`, { 'retry-after': String(seconds) })
    }
    times.push(now())
  }

  return {
    get: () => current,
    change: (change) => {
      current = { ...current, ...change, requestsPerMinute: { ...current.requestsPerMinute, ...change.requestsPerMinute } }
      return current
    },
    pass: (name) => {
      if (!current.apiAccess) throw refuse(403, 'This workspace has no API access.')
      if (name === 'analysis' && !current.apiSubscription) throw refuse(402, 'Image API access needs an API subscription.')
      if (name !== 'analysis' && !current.productFeature) throw refuse(403, 'The product feature is not enabled for this workspace.')
      countRate(name)
    },
  }
}
