/** Anything that looks like a secret or like a picture's bytes, wherever a service echoes it. */
const secretPatterns: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+[\w\-.~+/=]{16,}/gi, '$1 …'],
  [/\bdata:([\w/+.-]*);base64,[\w+/=-]*/gi, 'data:$1;…'],
  [/([?&](?:code|sig|signature|token|key|x-amz-[\w-]+)=)[\w\-.~+/%]+/gi, '$1…'],
  [
    /((?:access_?token|refresh_?token|id_?token|client_?secret|password|x-api-key|api[_-]?key|(?<=["'])(?:token|secret|authorization))\\*["']?\s*[=:]\s*\\*["']?)[\w\-.~+/%]{8,}/gi,
    '$1…',
  ],
  [/\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g, '…'],
]

/** A credential as it was sent, as it looks in an address, and as makers of JSON write its signs: “\/”, “\u002b”, also twice over. */
const formsOf = (secret: string): RegExp => {
  const signs = secret.replace(/[^A-Za-z0-9]/g, (sign) => {
    const code = sign.charCodeAt(0).toString(16).padStart(4, '0')
    const [first, last] = [code.slice(0, 2), code.slice(2)].map((pair) =>
      pair.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`),
    )
    return `(?:\\\\*\\u{${code}}|\\\\+u${first}${last}|%${last})`
  })
  return new RegExp(signs, 'gu')
}

/** The text without any of `secrets` (those that were sent: token, header values) and without what looks like one; lines stay. */
export const redactSecrets = (text: string, secrets: readonly string[]): string => {
  let rest = text
  for (const secret of secrets) if (secret.length >= 4) rest = rest.replace(formsOf(secret), '…')
  for (const [pattern, replacement] of secretPatterns) rest = rest.replace(pattern, replacement)
  return rest
}

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

/** The title of a page, else its first words. */
export const readHtmlWords = (html: string): string => {
  const page = html.slice(0, 100_000)
  const title = /<title[^>]*>([^<]*)/i.exec(page)?.[1]?.trim()
  const words = title || page.replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ').replace(/<[^>]*>/g, ' ')
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
  return words.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
}
