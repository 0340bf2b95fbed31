import type { PictureName } from './library.ts'

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Compares names as people count: IMG_2 before IMG_10; case and accents matter only between names that are equal without them. */
export const compareNames = (one: string, other: string): number => collator.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0)

type Named = Pick<PictureName, 'folder' | 'name'>

/** By folder first, then by name. Pictures without a folder come first. */
export const comparePictures = (one: Named, other: Named): number =>
  compareNames(one.folder ?? '', other.folder ?? '') || compareNames(one.name, other.name)
