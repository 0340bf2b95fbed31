import { z } from 'zod'
import { refuse } from '../refusals.ts'
import type { Settings } from '../store/open-database.ts'
import { createRateLimits } from './rate-limits.ts'

/** Operations with their own rate; `content` covers every list and its creations. */
export const operation = z.enum(['analysis', 'sources', 'products', 'command', 'content'])
export type Operation = z.infer<typeof operation>

const rate = z.number().int().positive().nullable()

/** Features that depend on a workspace's plan and settings; initially on, except reading products. */
export const switches = z.strictObject({
  /** Off: sources and products answer 403 (spec, "Errors"). */
  productFeature: z.boolean(),
  /** Off: every operation answers 403. */
  apiAccess: z.boolean(),
  /** Off: image analysis answers 402. */
  apiSubscription: z.boolean(),
  /** On: products can be read. Ours: the specification describes no such operation. */
  productReading: z.boolean(),
  /** Requests a minute by operation; null: no limit. Over it: 429 with `Retry-After`. */
  requestsPerMinute: z.strictObject({ analysis: rate, sources: rate, products: rate, command: rate, content: rate }),
})
export type Switches = z.infer<typeof switches>

/** A change; omitted fields stay. */
export const switchesChange = switches.partial().extend({ requestsPerMinute: switches.shape.requestsPerMinute.partial().optional() })

export type Gate = {
  readonly get: () => Switches
  readonly change: (change: z.infer<typeof switchesChange>) => Switches
  /** Throws 402, 403 or 429 if the operation is not to be done now. */
  readonly pass: (operation: Operation) => void
}

const allOn: Switches = {
  productFeature: true,
  apiAccess: true,
  apiSubscription: true,
  productReading: false,
  requestsPerMinute: { analysis: null, sources: null, products: null, command: null, content: null },
}

const recall = (settings: Settings): Switches => {
  const kept = settings.get('switches')
  return kept === undefined ? allOn : switches.parse({ ...allOn, ...JSON.parse(kept) })
}

/** The switches are kept with the workspace; the counted requests are not. `changed`: called after each change. */
export const createGate = (now: () => number, settings: Settings, changed: () => void = () => {}): Gate => {
  let current = recall(settings)
  const countRequest = createRateLimits(now)

  return {
    get: () => current,
    change: (change) => {
      current = { ...current, ...change, requestsPerMinute: { ...current.requestsPerMinute, ...change.requestsPerMinute } }
      settings.set('switches', JSON.stringify(current))
      changed()
      return current
    },
    pass: (name) => {
      if (!current.apiAccess) throw refuse(403, 'This workspace has no API access.')
      if (name === 'analysis' && !current.apiSubscription) throw refuse(402, 'Image API access needs an API subscription.')
      if ((name === 'sources' || name === 'products') && !current.productFeature)
        throw refuse(403, 'The product feature is not enabled for this workspace.')
      countRequest(name, current.requestsPerMinute[name])
    },
  }
}
