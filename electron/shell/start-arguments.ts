import { fileURLToPath } from 'node:url'

/** The command-line arguments of a start, from the system or a person. */
export type StartArgument =
  | { readonly kind: 'sign-in-answer'; readonly url: string }
  | { readonly kind: 'connection-link'; readonly link: string }
  | { readonly kind: 'connection-file'; readonly path: string }

const readLink = (text: string): StartArgument | undefined => {
  if (!URL.canParse(text)) return undefined
  // For an unknown scheme, the URL parser leaves the host as written.
  const host = new URL(text).host.toLowerCase()
  // Any other is opened as a link to connect: then it says what is wrong with it.
  return host === 'oauth' ? { kind: 'sign-in-answer', url: text } : { kind: 'connection-link', link: text }
}

/** Linux desktops pass a file as its URL (`%U` in the desktop entry). `undefined`: not a local file. */
const readPath = (text: string, resolvePath: (path: string) => string, windows: boolean): string | undefined => {
  if (!/^file:/i.test(text)) return resolvePath(text)
  try {
    // A URL on another computer would make Windows sign in there.
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
