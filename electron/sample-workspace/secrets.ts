import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export type SecretKind = 'code' | 'access' | 'refresh' | 'client' | 'apiKey' | 'request' | 'admin' | 'visit' | 'entrance'
const prefixes: Readonly<Record<SecretKind, string>> = {
  code: 'wac_',
  access: 'wat_',
  refresh: 'wrt_',
  client: 'wcs_',
  apiKey: 'wak_',
  request: 'wcr_',
  admin: 'wad_',
  visit: 'wvs_',
  entrance: 'wen_',
}

/** 32 random bytes as base64url, with a prefix that says what it is. */
export const makeSecret = (kind: SecretKind): string => prefixes[kind] + randomBytes(32).toString('base64url')

/** What is stored of a secret: with 256 random bits a plain SHA-256 is enough. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Compares in constant time. */
export const matchesHash = (secret: string, hash: string): boolean => {
  const given = Buffer.from(hashSecret(secret), 'hex')
  const kept = Buffer.from(hash, 'hex')
  return given.length === kept.length && timingSafeEqual(given, kept)
}

export type IdPrefix =
  | ('src' | 'prd' | 'cli' | 'ses' | 'usr' | 'key' | 'req')
  /** Content: tone, template, audience, project, document, knowledge item, style guide. */
  | ('ton' | 'skl' | 'aud' | 'prj' | 'doc' | 'kno' | 'sty')

export const makeId = (prefix: IdPrefix): string => `${prefix}_${randomBytes(12).toString('hex')}`
