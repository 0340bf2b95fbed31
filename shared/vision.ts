import { z } from 'zod'

/** Seconds that an answer may take: the app itself waits two minutes for the workspace. */
export const visionTimeout = { least: 5, most: 110, usual: 60 } as const

/** An endpoint of the OpenAI form that the sample workspace asks about what pixels and print don't tell. Its key is in the keychain. */
export const visionEndpoint = z.object({
  /** The base address, e.g. `http://127.0.0.1:11434/v1`. */
  url: z.string(),
  model: z.string(),
  timeoutSeconds: z.number(),
})
export type VisionEndpoint = z.infer<typeof visionEndpoint>

/** As a window may see it: no key. */
export const visionView = z.object({
  endpoint: visionEndpoint.nullable(),
  /** A key is kept for this address; it never comes back. */
  hasKey: z.boolean(),
  storage: z.enum(['keychain', 'memory']),
})
export type VisionView = z.infer<typeof visionView>

/** What a tiny picture came to. `said`: the answer, or why there is none, as a sentence. */
export const visionTrial = z.object({ works: z.boolean(), said: z.string() })
export type VisionTrial = z.infer<typeof visionTrial>

/** `key` absent: the one that is kept for this address, if any; empty: none. */
export const endpointWithKey = z.object({ endpoint: visionEndpoint, key: z.string().optional() })
