/** The addresses that a sign-in comes back to, without the workspace's mark. Connection files from before there were marks have them. */
export const defaultRedirectUris = [
  'http://127.0.0.1:28417/callback',
  'http://127.0.0.1:28418/callback',
  'packshot://oauth/callback',
] as const

/**
 * What a redirect address says of the workspace that it belongs to: its origin, short. `https://shop.example:8443/api` is `shop.example:8443`,
 * `http://127.0.0.1:4010` is `http:127.0.0.1:4010`. A client that is registered for one workspace can't be used to sign in to another's
 * (RFC 9700, 4.4.2.2). Empty for what isn't a web address.
 */
export const markOf = (baseUrl: string): string => {
  const [, scheme = '', host = ''] = /^(https?:)\/\/([^/?#]+)/.exec(baseUrl.trim().toLowerCase()) ?? []
  // A path has no brackets (RFC 3986, 3.3).
  return scheme === 'https:' ? host.replace(/:443$/, '').replace(/[[\]]/g, '') : scheme + host.replace(/:80$/, '').replace(/[[\]]/g, '')
}

/** These addresses with the mark of a workspace. The service requires an exact match, so an admin registers them (spec, “OAuth 2.0”, row 11). */
export const withMark = (redirectUris: readonly string[], baseUrl: string): string[] =>
  redirectUris.map((uri) => `${uri}/${markOf(baseUrl)}`)

/** The mark in a redirect address that this computer receives itself; `null`: it has none, or is a page elsewhere. */
export const readMark = (redirectUri: string): string | null =>
  /^https:/i.test(redirectUri)
    ? null
    : (/^[a-z][a-z0-9+.-]*:\/\/[^?#]*?\/callback\/([^?#]+)/i.exec(redirectUri)?.[1]?.toLowerCase() ?? null)
