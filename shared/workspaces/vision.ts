import { z } from 'zod'

/** Limits of the timeout in seconds: the app itself waits two minutes for the workspace. */
export const visionTimeout = { least: 5, most: 110, usual: 60 } as const

/** An OpenAI-compatible endpoint that the sample workspace asks when pixels and OCR have no answer. Its key is in the keychain. */
export const visionEndpoint = z.object({
  /** The base address, e.g. `http://127.0.0.1:11434/v1`. */
  url: z.string(),
  model: z.string(),
  timeoutSeconds: z.number(),
})
export type VisionEndpoint = z.infer<typeof visionEndpoint>

/** The view for a window, without the key. */
export const visionView = z.object({
  endpoint: visionEndpoint.nullable(),
  /** A key is stored for this address; it is never returned. */
  hasKey: z.boolean(),
  storage: z.enum(['keychain', 'memory']),
})
export type VisionView = z.infer<typeof visionView>

/** The result of a test with a tiny picture. `said`: the answer, or the reason that none came, as a sentence. */
export const visionTrial = z.object({ works: z.boolean(), said: z.string() })
export type VisionTrial = z.infer<typeof visionTrial>

/** `key` absent: the stored key for this address, if any; empty: no key. */
export const endpointWithKey = z.object({ endpoint: visionEndpoint, key: z.string().optional() })
