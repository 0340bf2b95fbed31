import { createHash } from 'node:crypto'

/** 43 to 128 characters of the unreserved set (RFC 7636, 4.1; spec, "Limits"). */
export const isCodeVerifier = (text: string): boolean => /^[A-Za-z0-9\-._~]{43,128}$/.test(text)

/** BASE64URL(SHA256(…)): always 43 characters. */
export const isCodeChallenge = (text: string): boolean => /^[A-Za-z0-9\-_]{43}$/.test(text)

export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier, 'ascii').digest('base64url')
