import { pictureExtensions } from '../../../shared/pictures/accepted-pictures.ts'

/** Raw files that are no TIFFs inside: they are pictures, which the intake refuses by name with what to do. */
const refusedRaw = ['cr3', 'crw', 'raf', 'rw2', 'orf', 'x3f', 'mrw', 'rwl', 'iiq', 'fff', 'erf', 'sr2', 'srf', 'mef', 'mos', 'raw']

const pictures: ReadonlySet<string> = new Set([...pictureExtensions, ...refusedRaw])

/**
 * Whether a file is a picture by its name. A drop is what a person chose, so all of it is opened and answered for; a watched folder has
 * anything in it, also lists and texts of other programs, and downloads that are not complete (`photo.jpg.part`).
 */
export const isPictureName = (name: string): boolean =>
  pictures.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) && name.includes('.')
