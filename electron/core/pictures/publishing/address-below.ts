import { trimEndOf } from '../../../../shared/base/trim-end.ts'
import type { Image } from '../../../../shared/pictures/pictures.ts'
import type { Publishing } from '../../../../shared/workspaces/publishing-settings.ts'

type BaseUrl = Extract<Publishing, { readonly kind: 'base-url' }>

/** The segments of a path from any system; case matters only in names. */
const pieces = (path: string): string[] => path.split(/[\\/]+/).filter((one) => one !== '' && one !== '.')

/** The pieces of a picture's path below the folder; `undefined`: it is not inside. */
const pathBelow = (folder: string | undefined, { origin }: Pick<Image, 'origin'>): readonly string[] | undefined => {
  if (folder === undefined || folder.trim() === '' || origin.kind !== 'file') return undefined
  const [above, all] = [pieces(folder.trim()), pieces(origin.path)]
  return above.length < all.length && above.every((one, index) => one === all[index]) ? all.slice(above.length) : undefined
}

/** RFC 3986's path characters as they are, everything else escaped: also `#`, `?` and `%` in a file's name. */
const escapeSegment = (name: string): string =>
  // A name of only dots would leave the folder.
  /^\.+$/.test(name) ? name.replaceAll('.', '%2E') : encodeURIComponent(name)

/**
 * Base URL + file name: the name is the last part of the path, a query of the base URL (a storage token) stays behind it. Pictures inside
 * the stated folder are named by their path below it, so that sub-folders stay.
 */
export const addressBelow = ({ baseUrl, folder }: BaseUrl, image: Pick<Image, 'name' | 'origin'>): string => {
  const url = new URL(baseUrl)
  const names = pathBelow(folder, image) ?? [image.name]
  return `${url.origin}${trimEndOf(url.pathname, '/')}/${names.map(escapeSegment).join('/')}${url.search}`
}
