import { createHash } from 'node:crypto'

const style = 'body{font:16px/1.5 system-ui,sans-serif;margin:15vh auto;max-width:30rem;padding:0 1rem;color-scheme:light dark}'
const styleHash = createHash('sha256').update(style).digest('base64')

const page = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${style}</style><h1>${title}</h1><p>${text}</p></html>`

/** The pages of the loopback receiver. Nothing of a request is ever repeated in them. */
export const callbackPages = {
  accepted: page('Packshot received the answer', 'You can close this tab and go back to Packshot.'),
  failed: page('Access was not allowed', 'You can close this tab and go back to Packshot, which says what happened.'),
  refused: page('This is not the answer Packshot waits for', 'Nothing was done. Go back to Packshot and start the sign-in from there.'),
} as const

/** No script, no picture, no frame, no cache, and the code in the address is never sent as a referrer. */
export const callbackPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
} as const
