import type { MatchFamily, MatchVariant, NamingFields } from '../../../../../shared/products/matching.ts'
import type { Journal, Row } from '../../../base/database/journal.ts'
import type { NamedProduct } from './match-subjects.ts'

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

const namesOf = (row: Row): NamingFields => ({
  productId: textOf(row.product_id),
  sku: textOf(row.sku),
  gtin: textOf(row.gtin),
  name: textOf(row.name),
  handle: textOf(row.handle),
})

const optionsOf = (text: unknown): MatchVariant['options'] => {
  try {
    return JSON.parse(String(text ?? '[]')) as [string, string][]
  } catch {
    return []
  }
}

/** The products of the imported list that have variants, with these in order. `named`: the workspace’s products (`readNamed`), which the list’s are part of. */
export const readFamilies = (journal: Journal, connectionId: string | null, named: readonly NamedProduct[]): MatchFamily[] => {
  const list = journal.get(
    "SELECT import, shared_pictures FROM catalogue_lists WHERE connection_id = ? AND state = 'current' AND variants > 0",
    connectionId ?? '',
  )
  if (!list) return []
  const productOf = new Map(named.flatMap(({ seq, product }) => (seq === null ? [] : [[seq, product] as const])))
  const shared = list.shared_pictures === 'first' || list.shared_pictures === 'none' ? list.shared_pictures : 'each'
  const families = new Map<number, MatchFamily & { readonly variants: MatchVariant[] }>()
  const rows = journal.all(
    `SELECT seq, parent, kind, product_id, sku, gtin, name, handle, options FROM catalogue_entries
     WHERE import IN (?1, -?1) AND kind <> 'single' ORDER BY parent IS NOT NULL, seq`,
    Number(list.import),
  )
  for (const row of rows) {
    const product = productOf.get(Number(row.seq))
    const one = { key: product?.key ?? null, names: product ?? namesOf(row) }
    if (row.kind === 'parent') families.set(Number(row.seq), { ...one, variants: [], shared })
    else families.get(Number(row.parent))?.variants.push({ ...one, options: optionsOf(row.options) })
  }
  const isOfWorkspace = ({ key, variants }: MatchFamily): boolean => key !== null || variants.some((one) => one.key !== null)
  return [...families.values()].filter((one) => one.variants.length > 0 && isOfWorkspace(one))
}
