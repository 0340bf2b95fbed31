import { libraryName, styleNonceName } from '../../../shared/base/window-host.ts'

/**
 * The window's Content-Security-Policy: our own files only, no inline script, inline style only with this load's nonce (Mantine writes
 * its variables into a style element). The page's own `style` properties go through the CSSOM, which CSP leaves alone.
 */
const policyFor = (nonce: string, live: LiveServer | undefined): string =>
  [
    "default-src 'none'",
    live ? `script-src 'self' 'nonce-${nonce}'` : "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    live ? `connect-src 'self' ${live.socket}` : "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // No text becomes HTML or a script but through these (renderer/trusted-html.ts). The development server's scripts do it their own way.
    ...(live ? [] : ["require-trusted-types-for 'script'", 'trusted-types default packshot-reading']),
  ].join('; ')

/** The answer to a window's GET, over any transport. A `file` is streamed. */
export type PageAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> } | { readonly kind: 'file'; readonly path: string }
}

/** Sent with everything that a window loads. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=(), payment=()',
}

export const answer = (status: number, headers: Record<string, string>, bytes: Uint8Array<ArrayBuffer>): PageAnswer => ({
  status,
  headers: { ...commonHeaders, ...headers, 'content-length': String(bytes.byteLength) },
  body: { kind: 'bytes', bytes },
})

export const answerText = (status: number, words: string): PageAnswer =>
  answer(status, { 'content-type': 'text/plain; charset=utf-8' }, Buffer.from(words))

/**
 * The development server that the page comes from (`npm run dev`): its origin, and that of its socket for change events. Its
 * pages hold inline scripts, which get the nonce, too.
 */
export type LiveServer = { readonly origin: string; readonly socket: string }

/** The development server's placeholder for a nonce (build/dev.mjs). */
export const liveNonce = 'nonce-of-this-load'

const emptyNonce = `<meta name="${styleNonceName}" content="`
const emptyLibrary = `<meta name="${libraryName}" content="`

/** By the Web's crypto: Node's own module takes 5 ms to load, and this is first called while the window's process starts. */
const newNonce = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString('base64')

/** The page for one load, with a new nonce in the CSP and in the meta element for its style elements. `isNew`: there is no library yet. */
export const renderPage = (
  html: string,
  live?: LiveServer,
  isNew = false,
): { readonly html: string; readonly headers: Readonly<Record<string, string>> } => {
  const nonce = newNonce()
  return {
    html: html
      .replaceAll(liveNonce, nonce)
      .replace(emptyNonce, `${emptyNonce}${nonce}`)
      .replace(emptyLibrary, isNew ? `${emptyLibrary}new` : emptyLibrary),
    headers: { 'content-security-policy': policyFor(nonce, live), 'cache-control': 'no-store', 'x-frame-options': 'DENY' },
  }
}
