import type { ColumnRole } from '../../../../../shared/products/column-roles.ts'
import type { ListShape, Quoting, Separator } from '../../../../../shared/products/list-dialects.ts'
import { foldName } from '../../../base/database/fold-name.ts'

const withoutBrackets = (header: string): string =>
  header
    .split('[')
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf(']') + 1)))
    .join('')

/** A header as it is compared: letters and digits only. Amazon’s newer ones say a language and a place, too: `item_name[language_tag=en_US]#1.value`. */
export const foldHeader = (header: string): string =>
  foldName(withoutBrackets(header.slice(0, 200)))
    .replace(/#1\.value$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * How rows make products. `above`: a row without a value there belongs to the product above it. `handle`: rows with the same value there are one product; its data are in one row or in all, and a row without
 * anything of a variant adds a picture. `parent`: a variant names its parent there, by a value that the parent has in one of `keys`
 * (`prefix` in front of it where it is an id), or that no row has: then all of them are one product. `listed`: a product names its variants there.
 */
export type Grouping =
  | { readonly by: 'above' | 'handle'; readonly column: readonly string[] }
  | {
      readonly by: 'parent'
      readonly column: readonly string[]
      readonly keys: readonly { readonly column: readonly string[]; readonly prefix?: string }[]
    }
  | {
      readonly by: 'listed'
      readonly column: readonly string[]
      readonly keys: readonly { readonly column: readonly string[]; readonly prefix?: string }[]
      readonly how: 'variations' | 'skus'
    }

/**
 * A shop’s export, as its public description says. Headers are folded (`foldHeader`); of several, the first that is there counts. `writes`:
 * how such a file is written.
 */
export type Shape = {
  readonly id: ListShape
  /** It has a header of each. */
  readonly has: readonly (readonly string[])[]
  /** What names a product. A role that is not here is recognised by its header, as in any list; `[]`: no column is. */
  readonly columns: Readonly<Partial<Record<ColumnRole, readonly string[]>>>
  readonly grouping: Grouping | null
  /** Columns with the names of options and with their values, or columns that are called after an option. */
  readonly options: readonly (readonly [name: string, value: string])[] | readonly string[]
  /** Columns with addresses or files of pictures. `variant`: those of a variant only. */
  readonly pictures: { readonly product: readonly string[]; readonly variant: readonly string[] }
  /** Columns that say for which view of the shop, such as a language, a row says its product once more. */
  readonly views?: readonly string[]
  /** Numbers of the shop: never ids of a workspace. */
  readonly shopIds: readonly string[]
  readonly writes: { readonly separator: Separator; readonly quoting: Quoting; readonly headerRows: number }
}
