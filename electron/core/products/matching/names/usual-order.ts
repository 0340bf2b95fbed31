import { comparePlaces, type Placed } from './order-pictures.ts'
import { readPosition } from './read-position.ts'
import { type Atom, readText, withoutExtension } from './read-text.ts'
import { rankView } from './view-words.ts'

export type NamedPicture = { readonly imageId: string; readonly name: string; readonly folder: string | null }

/** How many atoms all names begin with: what names the product. A name that is nothing else is whole. */
const countShared = (all: readonly (readonly Atom[])[]): number => {
  const [first = [], ...others] = all
  if (others.length === 0) return 0
  let shared = 0
  while (shared < first.length && others.every((one) => one[shared]?.text === first[shared]?.text)) shared += 1
  return shared
}

/**
 * Pictures of one product in the order that rules would give them: the main picture, numbered ones, those with a word for the view such as “front” or
 * “back”, the rest by name.
 */
export const usualOrder = (pictures: readonly NamedPicture[]): readonly string[] => {
  const read = pictures.map((one) => ({ ...one, atoms: readText(withoutExtension(one.name)).atoms }))
  const shared = countShared(read.map(({ atoms }) => atoms))
  const placed = read.map(({ imageId, name, folder, atoms }): Placed => {
    const { isBare, ...position } = readPosition(atoms, shared === 0 ? null : { first: 0, last: shared - 1 })
    return { pictureId: imageId, position, isBare, folder: folder ?? '', name }
  })
  return placed.toSorted(comparePlaces).map(({ pictureId }) => pictureId)
}

/** Whether a name says that its picture is not the first one of its product: it ends with a number above 1, or with a word such as “back”. */
export const isNotFirst = (name: string): boolean => {
  const { atoms } = readText(withoutExtension(name))
  const last = atoms.at(-1)
  if (!last || atoms.length < 2) return false
  const { numbers, view } = readPosition([last], null)
  return view === null ? (numbers[0] ?? 1) > 1 && (numbers[0] ?? 1) <= 20 : (rankView(view) ?? 0) > 1
}
