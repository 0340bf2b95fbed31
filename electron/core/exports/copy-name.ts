import { lastFolderOf } from '../../../shared/picture-place.ts'

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

const numbered = (name: string, number: number): string => {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`
}

/** Gives each picture a place of its own: its last folder and its name, numbered where two have the same, however they are written. */
export const createCopyNames = () => {
  const taken = new Set<string>()
  return (picture: { readonly folder: string | null; readonly name: string }): { readonly folder: string; readonly name: string } => {
    const folder = picture.folder === null ? '' : safeName(lastFolderOf(picture.folder))
    const plain = safeName(picture.name)
    const keyOf = (name: string): string => `${folder}/${name}`.toLowerCase()
    let name = plain
    for (let number = 2; taken.has(keyOf(name)); number++) name = numbered(plain, number)
    taken.add(keyOf(name))
    return { folder, name }
  }
}
