import { z } from 'zod'
import { defaultCreateProductTemplate, defaultUpdateProductTemplate } from './body-templates.ts'
import { defaultCommandTemplate } from './command-template.ts'
import type { ErrorRecord } from './errors.ts'
import { readProduct, readProductFields } from './read-product.ts'

/** An S3-compatible bucket; its keys are in the keychain. Rules beyond the shape: core/workspaces/bucket-rules.ts. */
export const bucketSettings = z.object({
  kind: z.literal('s3'),
  /** Origin of the storage service, e.g. `https://s3.eu-central-1.amazonaws.com`. https, or http on loopback. */
  endpoint: z.string(),
  region: z.string().default('us-east-1'),
  bucket: z.string(),
  /** Begins every object's key, e.g. `packshot/`; empty: nothing does. */
  prefix: z.string().default(''),
  /** True: `endpoint/bucket/key`; false: `bucket.endpoint/key`. */
  pathStyle: z.boolean().default(true),
  /** How long a presigned address works; at most seven days (Signature Version 4). */
  lifetimeSeconds: z.number().int().min(5).max(604_800).default(3_600),
  /** Takes a picture out of the bucket once no question about it waits. */
  removeWhenAnswered: z.boolean().default(true),
})
export type BucketSettings = z.infer<typeof bucketSettings>

export const bucketKeys = z.object({ accessKeyId: z.string().min(1), secretAccessKey: z.string().min(1) })
export type BucketKeys = z.infer<typeof bucketKeys>

const origin = z.object({ kind: z.literal('origin') })
const data = z.object({ kind: z.literal('data') })
const baseUrl = z.object({
  kind: z.literal('base-url'),
  /** A query in it (a storage token) goes with every address. */
  baseUrl: z.url(),
  /** A folder of this computer that lies at that address: pictures inside are named by their path below it. Absent: by file name. */
  folder: z.string().optional(),
})

/** How a local picture gets an address that the service can fetch. */
export const publishing = z.discriminatedUnion('kind', [
  /** Only pictures that came from an address have one. */
  origin,
  /** The bytes themselves, as a `data:` URL. */
  data,
  /** Base URL + file name. */
  baseUrl,
  /** Put into a bucket, fetched by a presigned address. */
  bucketSettings,
])
export type Publishing = z.infer<typeof publishing>

/** The same in a connection file, which may carry the bucket's keys: they go to the keychain when it is opened. */
export const publishingWithKeys = z.discriminatedUnion('kind', [
  origin,
  data,
  baseUrl,
  bucketSettings.extend({ keys: bucketKeys.optional() }),
])
export type PublishingWithKeys = z.infer<typeof publishingWithKeys>

export const operationName = z.enum(['upload-source', 'create-source', 'analyse-image', 'attach-sources', 'create-product', 'write-text'])
export type OperationName = z.infer<typeof operationName>

/** Requests a minute by operation; `null`: the workspace states that it has no limit. Absent: it states nothing. */
export const statedRates = z.partialRecord(operationName, z.number().positive().nullable())
export type StatedRates = z.infer<typeof statedRates>

export const servicePaths = z.object({
  analyse: z.string().default('/v1/image/analysis'),
  sources: z.string().default('/v1/sources'),
  products: z.string().default('/v1/products'),
  /** Where the workspace lists its knowledge items. Absent: the spec names no such path, and their ids are typed. */
  knowledge: z.string().optional(),
  command: z.string().default('/v1/command'),
  tones: z.string().default('/v1/tones'),
  templates: z.string().default('/v1/templates'),
})
export type ServicePaths = z.infer<typeof servicePaths>

/** Bodies of requests as JSON with names in them, for a service that wants another form (body-templates.ts, command-template.ts). */
export const bodyTemplates = z.object({
  createProduct: z.string().default(defaultCreateProductTemplate),
  updateProduct: z.string().default(defaultUpdateProductTemplate),
  command: z.string().default(defaultCommandTemplate),
})
export type BodyTemplates = z.infer<typeof bodyTemplates>

/**
 * How client id and secret go into the HTTP Basic header: `form`: form-encoded first, as RFC 6749 (2.3.1) says; `raw`: as they are, for a
 * service that doesn't decode them.
 */
export const basicAuth = z.enum(['form', 'raw'])
export type BasicAuth = z.infer<typeof basicAuth>

/**
 * Who else changes the pictures of this workspace's products. It says how long a list that Packshot knows may be sent without a question:
 * always, for a day, for an hour.
 */
export const listEditors = z.enum(['only-here', 'sometimes', 'always'])
export type ListEditors = z.infer<typeof listEditors>

export const credentialsKind = z.enum(['oauth', 'api-key', 'relay'])

/** Base URL + how to sign in, without any secret: those are in the keychain. */
export const connection = z.object({
  /** `con_` + random. */
  id: z.string(),
  /** The workspace's name as its connection file or the person gave it; the service tells none. */
  name: z.string(),
  /** No trailing slash, no `/v1`. https, or http on loopback. */
  baseUrl: z.string(),
  credentials: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('oauth'),
      clientId: z.string(),
      redirectUris: z.array(z.string()).min(1).max(3),
      scopes: z.array(z.string()),
      basicAuth: basicAuth.default('form'),
    }),
    /** Header `X-API-Key`. */
    z.object({ kind: z.literal('api-key') }),
    /** A server of the team's that holds the key; `header`: the name of one that it wants itself. */
    z.object({ kind: z.literal('relay'), header: z.string().nullable() }),
  ]),
  publishing,
  paths: servicePaths,
  templates: bodyTemplates.prefault({}),
  rates: statedRates,
  /** Where a PATCH adds to a list instead of replacing it. */
  serviceAppends: z.boolean().default(false),
  /** `null`: nobody has said; it counts as `sometimes`. */
  listEditors: listEditors.nullable().default(null),
  /** The page of a product, with `{productId}` in it (product-address.ts); `null`: not known. */
  productAddress: z.string().nullable().default(null),
  /** How a product's list is read before it is written. Absent: it can't be. */
  readProduct: readProduct.optional(),
  /** True for the embedded sample workspace, which Packshot starts itself. */
  isSample: z.boolean().default(false),
  /** A person has said that the consent page named this workspace. */
  isConfirmed: z.boolean().optional(),
  /** Only named by a run, which did not try it first: the address may be mistyped. */
  isUntried: z.boolean().optional(),
})
export type Connection = z.infer<typeof connection>

/** By default, in this order; exact match is required by the service, so they are registered beforehand. */
export const defaultRedirectUris = [
  'http://127.0.0.1:28417/callback',
  'http://127.0.0.1:28418/callback',
  'packshot://oauth/callback',
] as const

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
    .max(3)
    .default([...defaultRedirectUris]),
  scopes: z.array(z.string()).min(1).default(['user']),
  basicAuth: basicAuth.default('form'),
  publishing: publishingWithKeys.default({ kind: 'origin' }),
  /** What is absent, here and below, is as the interface describes it, or as it is known already. Not `partial()`, which would fill it in. */
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
  serviceAppends: z.boolean().optional(),
  listEditors: listEditors.optional(),
  productAddress: z.string().optional(),
  /** `null`: products can't be read. */
  readProduct: readProductFields.nullable().optional(),
})
export type ConnectionFile = z.infer<typeof connectionFile>

/** The signed-in state of a connection. Offline is not signed out. */
export type SessionState =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signing-in' }
  | {
      readonly kind: 'signed-in'
      readonly expiresAt: number | null
      readonly scope: string | null
      readonly storage: 'keychain' | 'memory'
    }
  | { readonly kind: 'ended'; readonly reason: ErrorRecord }
