import { createHmac, timingSafeEqual } from 'node:crypto'

/** Where a running sample workspace proves that it serves a data folder. */
export const proofPath = '/.well-known/packshot-sample'

/** The file in the sample workspace's folder, readable for its owner only, that holds what the proof is made with. */
export const proofSecretFile = 'admin-token'

/** A nonce: 32 to 128 characters of base64url. */
export const isNonce = (text: string): boolean => /^[\w-]{32,128}$/.test(text)

/**
 * Shows that whoever answers at `baseUrl` knows the folder's secret, without telling it. The address is part of it, so that an answer can't be
 * fetched from the genuine one and handed on.
 */
export const proveSample = (secret: string, nonce: string, baseUrl: string): string =>
  createHmac('sha256', secret).update(`packshot-sample\n${nonce}\n${baseUrl}`).digest('base64url')

/** What an owner of the folder may ask for: an address that lets one browser into the pages, or Packshot's own session again. */
export const ownersWishes = ['pages', 'session'] as const
export type OwnersWish = (typeof ownersWishes)[number]

/** The query parameter of an address that lets a browser in, once. */
export const entranceParameter = 'entrance'

/** Shows, with a nonce of the sample workspace's, that whoever asks can read the folder. */
export const proveOwner = (secret: string, nonce: string, baseUrl: string, wish: OwnersWish): string =>
  createHmac('sha256', secret).update(`packshot-owner\n${wish}\n${nonce}\n${baseUrl}`).digest('base64url')

export const isProof = (given: unknown, wanted: string): boolean =>
  typeof given === 'string' && given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
