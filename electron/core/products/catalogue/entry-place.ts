import { type EntryKind, entryKinds, isTarget, type ProductIs, productIsChoices } from '../../../../shared/products/variants.ts'
import type { StoredNode } from './read-entry.ts'

/** Where an entry is in its list. `import`: negative, if it is no product of the workspace. `parent`: its product’s `seq`, of a variant. */
export type EntryPlace = Pick<StoredNode, 'kind' | 'options' | 'origins'> & { readonly import: number; readonly parent: number | null }

/** The import of an entry, as it is stored. */
export const importOf = (number: number, kind: EntryKind, productIs: ProductIs): number => (isTarget(kind, productIs) ? number : -number)

export const readKind = (value: unknown): EntryKind => entryKinds.find((kind) => kind === value) ?? 'single'
export const readProductIs = (value: unknown): ProductIs | undefined => productIsChoices.find((one) => one === value)
