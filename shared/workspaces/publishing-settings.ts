import { z } from 'zod'

/** An S3-compatible bucket; its keys are in the keychain. Rules beyond the shape: core/workspaces/connections/bucket-rules.ts. */
export const bucketSettings = z.object({
  kind: z.literal('s3'),
  /** Origin of the storage service, e.g. `https://s3.eu-central-1.amazonaws.com`. https, or http on loopback. */
  endpoint: z.string(),
  region: z.string().default('us-east-1'),
  bucket: z.string(),
  /** Prefix of every object's key, e.g. `packshot/`; may be empty. */
  prefix: z.string().default(''),
  /** True: `endpoint/bucket/key`; false: `bucket.endpoint/key`. */
  pathStyle: z.boolean().default(true),
  /** Lifetime of a presigned address; at most seven days (Signature Version 4). */
  lifetimeSeconds: z.number().int().min(5).max(604_800).default(3_600),
  /** Removes a picture from the bucket once no question about it waits. */
  removeWhenAnswered: z.boolean().default(true),
})
export type BucketSettings = z.infer<typeof bucketSettings>

export const bucketKeys = z.object({ accessKeyId: z.string().min(1), secretAccessKey: z.string().min(1) })
export type BucketKeys = z.infer<typeof bucketKeys>

const origin = z.object({ kind: z.literal('origin') })
const data = z.object({ kind: z.literal('data') })
const baseUrl = z.object({
  kind: z.literal('base-url'),
  /** A query in it (a storage token) is added to every address. */
  baseUrl: z.url(),
  /** Local folder for this address: pictures inside are named by their path below it. Absent: by file name. */
  folder: z.string().optional(),
})

/** How a local picture gets an address that the service can fetch. */
export const publishing = z.discriminatedUnion('kind', [
  /** Only pictures that came from an address have an address. */
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

/** Why pictures have no address. `no-way`: the connection has none for files; `no-keys`: the bucket's keys are missing; `data-refused`: the workspace accepts none inside questions; `too-large`: too large for inside a question. */
export const noAddressReason = z.enum(['no-way', 'no-keys', 'data-refused', 'too-large'])
export type NoAddressReason = z.infer<typeof noAddressReason>
