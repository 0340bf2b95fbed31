import { foldName } from '../../base/database/fold-name.ts'

/** Between folders, and, smaller, before a name: a folder's own files come before those of folders in it. */
const [beforeName, betweenFolders] = ['\u0001', '\u0002']

/** Each run of digits with its length before it, so that "10" comes after "2" when compared as text; leading zeros don't count. */
const keyOfDigits = (digits: string): string => {
  const number = digits.replace(/^0+(?=\d)/, '')
  return `${'9'.repeat(Math.floor((number.length - 1) / 8))}${((number.length - 1) % 8) + 1}${number}`
}

const keyOf = (text: string): string => foldName(text).replace(/\d+/g, keyOfDigits)

/** A file name's key: compared as text it gives natural order, so IMG_2.jpg, IMG_10.jpg; and SKU.jpg before SKU-2.jpg. */
export const nameKey = (name: string): string => {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? `${keyOf(name.slice(0, dot))}${beforeName}${keyOf(name.slice(dot + 1))}` : keyOf(name)
}

/** The same for a file in folders. */
export const placeKey = (folders: readonly string[], name: string): string =>
  [folders.map(keyOf).join(betweenFolders), nameKey(name)].join(beforeName)
