import { fileURLToPath } from 'node:url'

/** What a start of Packshot was given on its command line, by the system or by a person. */
export type StartArgument =
  | { readonly kind: 'sign-in-answer'; readonly url: string }
  | { readonly kind: 'connection-link'; readonly link: string }
  | { readonly kind: 'connection-file'; readonly path: string }

const readLink = (text: string): StartArgument | undefined => {
  if (!URL.canParse(text)) return undefined
  // Of a scheme that it doesn't know, the URL parser leaves the host as it is written.
  const host = new URL(text).host.toLowerCase()
  if (host === 'oauth') return { kind: 'sign-in-answer', url: text }
  return host === 'connect' ? { kind: 'connection-link', link: text } : undefined
}

/** Linux's desktops hand a file over as its address (`%U` in the desktop entry). `undefined`: it is none of this computer. */
const readPath = (text: string, resolvePath: (path: string) => string, windows: boolean): string | undefined => {
  if (!/^file:/i.test(text)) return resolvePath(text)
  try {
    // An address of another computer would have Windows sign in there.
    return new URL(text).host === '' ? fileURLToPath(text, { windows }) : undefined
  } catch {
    return undefined
  }
}

/**
 * The first `packshot://` link or connection file among arguments (Chromium mixes its own in between). `resolvePath`: makes a path absolute
 * from where that start was made.
 */
export const readStartArgument = (
  args: readonly string[],
  resolvePath: (path: string) => string,
  platform: NodeJS.Platform = process.platform,
): StartArgument | undefined => {
  for (const one of args) {
    if (/^packshot:\/\//i.test(one)) return readLink(one)
    const path = !one.startsWith('-') && /\.packshot$/i.test(one) ? readPath(one, resolvePath, platform === 'win32') : undefined
    if (path !== undefined) return { kind: 'connection-file', path }
  }
  return undefined
}
