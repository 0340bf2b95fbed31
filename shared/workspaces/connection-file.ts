import { z } from 'zod'
import { statedRates } from '../queue/operations.ts'
import { basicAuth } from './connection.ts'
import { readProductFields } from './product-reading-settings.ts'
import { publishingWithKeys } from './publishing-settings.ts'
import { defaultRedirectUris } from './redirect-addresses.ts'
import { saidSettings } from './workspace-settings.ts'

/** A connection file (`.packshot`): version 1. The client secret inside is a secret. */
export const connectionFile = z.object({
  packshot: z.literal(1),
  name: z.string().min(1),
  baseUrl: z.string(),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  redirectUris: z
    .array(z.string())
    .min(1)
    // A client has up to three (spec, “OAuth 2.0”, row 3); typed details don't say which of Packshot's are registered.
    .max(6)
    .default([...defaultRedirectUris]),
  /** Another origin that sign-in pages and tokens may be at. Absent: only the base URL's. */
  signInOrigin: z.string().optional(),
  scopes: z.array(z.string()).min(1).default(['user']),
  basicAuth: basicAuth.default('form'),
  publishing: publishingWithKeys.default({ kind: 'origin' }),
  /** Absent fields, here and below, keep their known value or the interface's default. Not `partial()`, which would fill them in. */
  paths: z
    .object({
      analyse: z.string().optional(),
      sources: z.string().optional(),
      products: z.string().optional(),
      knowledge: z.string().optional(),
      command: z.string().optional(),
      tones: z.string().optional(),
      templates: z.string().optional(),
    })
    .default({}),
  templates: z
    .object({ createProduct: z.string().optional(), updateProduct: z.string().optional(), command: z.string().optional() })
    .default({}),
  rates: statedRates.default({}),
  ...saidSettings,
  /** Question sets that are offered with it, as a file of question sets has them (question-set-file.ts). */
  questionSets: z.array(z.unknown()).max(100).optional(),
  /** Requirement profiles that are offered with it, each as its file has it (requirement-profile-file.ts). */
  requirementProfiles: z.array(z.unknown()).max(50).optional(),
  /** `null`: products can't be read. */
  readProduct: readProductFields.nullable().optional(),
})
export type ConnectionFile = z.infer<typeof connectionFile>
