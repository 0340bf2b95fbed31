import { expect, it } from 'vitest'
import { isListFileName } from '../../../shared/products/catalogue-file-name.ts'

it.each([
  ['products.CSV', true],
  ['/home/mira/Products/list.xlsx', true],
  ['Flat.File.Clothing.de.txt', true],
  ['Inventory+Report+11-29-2026.txt', true],
  ['C:\\exports\\ARTIKEL_2026.TXT', true],
  // A text file is a list by its own name, not by its folder's.
  ['/home/mira/Products/notes.txt', false],
  ['C:\\Products\\readme.txt', false],
  ['photo.jpg', false],
])('%s is opened as a product list: %s', (path, isList) => expect(isListFileName(path)).toBe(isList))
