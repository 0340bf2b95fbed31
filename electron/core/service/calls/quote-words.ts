import { redactSecrets } from '../../base/network/redact-secrets.ts'

/** Controls and bidirectional overrides: a service's words end up in terminals and tables. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/g

/**
 * Foreign text as one line that is safe to show and to store: no control characters, none of `secrets`, at most `limit` characters.
 * `secrets` are the credentials that were sent (token, header values).
 */
export const quoteWords = (text: string, limit: number, secrets: readonly string[] = []): string => {
  // Redaction sees more than is kept, so that no half of a secret survives at the edge; a body can be megabytes, though.
  const line = redactSecrets(
    text
      .slice(0, limit + 20_000)
      .replace(unprintable, ' ')
      .trim(),
    secrets,
  )
  if (line.length <= limit) return line
  // A cut through a surrogate pair would leave half a character.
  return `${line
    .slice(0, limit - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`
}

/** True for a page instead of an answer (a proxy, a captive portal, a wrong address). */
export const looksLikeHtml = (text: string): boolean => /^\s*(<!--|<!doctype html|<html|<head|<body|<title|<h1)/i.test(text.slice(0, 500))
