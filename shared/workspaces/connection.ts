import { z } from 'zod'
import { defaultCommandTemplate } from '../command/command-template.ts'
import { statedRates } from '../queue/operations.ts'
import { defaultCreateProductTemplate, defaultUpdateProductTemplate } from './body-templates.ts'
import { readProduct } from './product-reading-settings.ts'
import { publishing } from './publishing-settings.ts'
import { keptSettings } from './workspace-settings.ts'

export const servicePaths = z.object({
  analyse: z.string().default('/v1/image/analysis'),
  sources: z.string().default('/v1/sources'),
  products: z.string().default('/v1/products'),
  /** Path of the workspace's knowledge items. Absent, as the spec names no such path: their ids are typed. */
  knowledge: z.string().optional(),
  command: z.string().default('/v1/command'),
  tones: z.string().default('/v1/tones'),
  templates: z.string().default('/v1/templates'),
})
export type ServicePaths = z.infer<typeof servicePaths>

/** Request bodies as JSON templates, for a service that requires another form (body-templates.ts, command-template.ts). */
export const bodyTemplates = z.object({
  createProduct: z.string().default(defaultCreateProductTemplate),
  updateProduct: z.string().default(defaultUpdateProductTemplate),
  command: z.string().default(defaultCommandTemplate),
})
export type BodyTemplates = z.infer<typeof bodyTemplates>

/**
 * How client id and secret go into the HTTP Basic header: `form`: form-encoded first, as RFC 6749 (2.3.1) requires; `raw`: as they are, for a
 * service that doesn't decode them.
 */
export const basicAuth = z.enum(['form', 'raw'])
export type BasicAuth = z.infer<typeof basicAuth>

export const credentialsKind = z.enum(['oauth', 'api-key', 'relay'])

/** Base URL + credentials without secrets, which are in the keychain. */
export const connection = z.object({
  /** `con_` + random. */
  id: z.string(),
  /** The workspace's name as given by its connection file or the person; the service reports none. */
  name: z.string(),
  /** No trailing slash, no `/v1`. https, or http on loopback. */
  baseUrl: z.string(),
  credentials: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('oauth'),
      clientId: z.string(),
      redirectUris: z.array(z.string()).min(1).max(6),
      /** Another origin that the discovery document may name endpoints at, as a person saw it when connecting. */
      signInOrigin: z.string().optional(),
      scopes: z.array(z.string()),
      basicAuth: basicAuth.default('form'),
    }),
    /** Header `X-API-Key`. */
    z.object({ kind: z.literal('api-key') }),
    /** The team's server that holds the key; `header`: a header that it requires itself. */
    z.object({ kind: z.literal('relay'), header: z.string().nullable() }),
  ]),
  publishing,
  paths: servicePaths,
  templates: bodyTemplates.prefault({}),
  rates: statedRates,
  ...keptSettings,
  /** How a product's list is read before it is written. Absent: it can't be read. */
  readProduct: readProduct.optional(),
  /** True for the embedded sample workspace, which Packshot starts itself. */
  isSample: z.boolean().default(false),
  /** A person has confirmed that the consent page named this workspace. */
  isConfirmed: z.boolean().optional(),
  /** Given by a run that did not test it first: the address may be mistyped. */
  isUntried: z.boolean().optional(),
})
export type Connection = z.infer<typeof connection>
