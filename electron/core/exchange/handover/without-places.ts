import type { PictureRecord } from './handover-format.ts'

type Places = Pick<PictureRecord, 'origin' | 'root'>

const namesIn = (path: string): string[] => path.split(/[\\/]+/).filter(Boolean)

const asPath = (names: readonly string[]): string => `/${names.join('/')}`

/** Without credentials, and without a query, which is where links have their tokens. */
const bare = (address: string): string => {
  const url = URL.parse(address)
  return url === null ? address.replace(/[?#].*$/s, '') : `${url.protocol}//${url.host}${url.pathname}`
}

/** A folder that is named after a person. */
const isHome = (above: string | undefined): boolean => /^(home|users)$/i.test(above ?? '')

/**
 * Where a picture came from, as others may know it. A file: from the dropped folder on, as if that were at the top, or from its own folder on; what is
 * above says how this person's computer is arranged. A web address: without what gives access to it.
 */
export const withoutPlaces = (origin: Places['origin'], root: string | null): Places => {
  if (origin.kind === 'url') return { origin: { ...origin, url: bare(origin.url) }, root: null }
  // Within the data folder: its own copy, wherever that is.
  if (!/^([\\/]|[a-z]:)/i.test(origin.path)) return { origin, root: null }
  const names = namesIn(origin.path)
  const above = namesIn(root ?? '')
  if (root !== null && above.every((name, at) => names[at] === name) && above.length > 0 && above.length <= names.length)
    return { origin: { ...origin, path: asPath(names.slice(above.length - 1)) }, root: asPath(above.slice(-1)) }
  const own = names.slice(isHome(names.at(-3)) ? -1 : -2)
  return { origin: { ...origin, path: asPath(own) }, root: null }
}
