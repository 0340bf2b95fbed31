import type { SentFormat } from '../../../../shared/pictures/picture-formats.ts'
import { lastFolderOf } from '../../../../shared/pictures/picture-place.ts'
import { sentName } from '../../pictures/library/sent-name.ts'

const unsafe = /[\p{Cc}<>:"/\\|?*]/gu
/** Names that Windows keeps for devices. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
/** Bytes of a name on usual disks. */
const longest = 200

/** Windows leaves out points and spaces at a name's end. */
const withoutEnd = (name: string): string => {
  let end = name.length
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1
  return end === name.length ? name : `${name.slice(0, end)}_`
}

/** A name that every system takes. */
const safeName = (name: string): string => {
  const clean = withoutEnd(name.normalize('NFC').replace(unsafe, '_'))
  const named = clean === '' || clean === '.' || clean === '..' || device.test(clean) ? `_${clean}` : clean
  if (Buffer.byteLength(named) <= longest) return named
  const dot = named.lastIndexOf('.')
  const end = dot > 0 && named.length - dot < 10 ? named.slice(dot) : ''
  let begin = [...named.slice(0, named.length - end.length)]
  while (Buffer.byteLength(begin.join('')) + end.length > longest) begin = begin.slice(0, -1)
  return `${begin.join('')}${end}`
}

const marked = (name: string, mark: string): string => {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? `${name.slice(0, dot)} (${mark})${name.slice(dot)}` : `${name} (${mark})`
}

/** `imageId`: `img_` and hex digits. `isConverted`: its copy has another format than its file. */
export type NamedPicture = {
  readonly imageId: string
  readonly folder: string | null
  readonly name: string
  readonly isConverted: boolean
}
type Place = { readonly folder: string; readonly name: string }

const placeOf = ({ folder, name, isConverted }: NamedPicture, format: SentFormat): Place => ({
  folder: folder === null ? '' : safeName(lastFolderOf(folder)),
  name: safeName(isConverted ? sentName(name, format) : name),
})

/** The same for names that a disk may take for one. */
const keyOf = ({ folder, name }: Place): string => `${folder}/${name}`.normalize('NFC').toLowerCase()

/** The places that a picture's copy may have: which format it gets is known when it is made. */
const keysOf = (picture: NamedPicture): ReadonlySet<string> =>
  new Set((['jpeg', 'png'] as const).map((format) => keyOf(placeOf(picture, format))))

/** The places that several pictures of the library share. */
export const findSharedPlaces = async (pictures: AsyncIterable<readonly NamedPicture[]>): Promise<ReadonlySet<string>> => {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for await (const piece of pictures)
    for (const picture of piece) {
      for (const key of keysOf(picture)) {
        if (seen.has(key)) shared.add(key)
        seen.add(key)
      }
    }
  return shared
}

/**
 * Gives each picture a place of its own: its last folder and its name, with the first digits of its id where others of the library have the
 * same. So a picture's copy has one name, whichever pictures are shown, and in whatever order.
 */
export const createCopyNames = (shared: ReadonlySet<string>) => {
  const taken = new Set<string>()
  return (picture: NamedPicture, format: SentFormat): Place => {
    const { folder, name: plain } = placeOf(picture, format)
    const own = [...keysOf(picture)].some((key) => shared.has(key)) ? marked(plain, picture.imageId.slice(4, 12)) : plain
    let name = own
    for (let number = 2; taken.has(keyOf({ folder, name })); number++) name = marked(own, String(number))
    taken.add(keyOf({ folder, name }))
    return { folder, name }
  }
}
