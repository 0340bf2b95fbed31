import { useQuery } from '@tanstack/react-query'
import { countOf, formatCount } from '../../../shared/base/number-words.ts'
import type { CatalogueEntry } from '../../../shared/products/catalogue.ts'
import { listOriginWords, missingWords, originWords, roleWords } from '../../../shared/products/catalogue-words.ts'
import type { ColumnRole } from '../../../shared/products/column-roles.ts'
import { showGtin } from '../../../shared/products/gtin.ts'
import { variantWords } from '../../../shared/products/variant-words.ts'
import { api } from '../../queries.ts'
import classes from './entry-facts.module.css'

const nameOf = ({ name, options, sku, handle }: CatalogueEntry): string =>
  name ?? (options.map(([, value]) => value).join(', ') || (sku ?? handle ?? ''))

/** Its role, or `null` for a further column, with what it is called and its value. */
type Fact = readonly [role: ColumnRole | null, name: string, value: string]

const dayOf = (at: number): string => new Date(at).toLocaleDateString()

const factsOf = ({ name, sku, gtin, handle, shows, showsAt, options, further }: CatalogueEntry): readonly Fact[] => [
  ...(name === null ? [] : ([['name', roleWords.name, name]] as const)),
  ...(sku === null ? [] : ([['sku', roleWords.sku, sku]] as const)),
  ...(gtin === null ? [] : ([['gtin', roleWords.gtin, showGtin(gtin)]] as const)),
  ...(handle === null ? [] : ([['handle', roleWords.handle, handle]] as const)),
  ...(shows === null
    ? []
    : ([['shows', roleWords.shows, `${countOf(shows.length, 'picture')}${showsAt === null ? '' : `, ${dayOf(showsAt)}`}`]] as const)),
  ...[...options, ...further].map(([header, value]) => [null, header, value] as const),
]

const shownVariants = 100

/** The variants of a product; of a variant, its product. */
const Variants = ({ productRef }: { readonly productRef: string }) => {
  const input = { ref: productRef, offset: 0, limit: shownVariants }
  const { data } = useQuery(api.catalogue.variants.queryOptions({ input }))
  if (!data) return null
  const { product, rows, total } = data
  if (product)
    return (
      <p className={classes.of}>
        {variantWords.of} {nameOf(product)}
      </p>
    )
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keyboard (WCAG 2.1.1)
    <section className={classes.variants} tabIndex={0} aria-label={variantWords.variants}>
      <table>
        <thead>
          <tr>
            <th scope="col">{`${variantWords.variants} (${formatCount(total)})`}</th>
            <th scope="col">{roleWords.sku}</th>
            <th scope="col">{roleWords.gtin}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.ref}>
              <td>
                {nameOf(one)}
                {one.missingSince !== null && <span className={classes.missing}> · {missingWords}</span>}
              </td>
              <td>{one.sku}</td>
              <td>{one.gtin === null ? '' : showGtin(one.gtin)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** What the imported list says of a product. Nothing is shown of one that is not in it. */
export const EntryFacts = ({ productRef }: { readonly productRef: string }) => {
  const { data: entry } = useQuery(api.catalogue.find.queryOptions({ input: { ref: productRef } }))
  const { data: list } = useQuery(api.catalogue.summary.queryOptions())
  if (!entry) return null
  const { origins = {} } = entry
  const rest = origins['*']
  return (
    <section className={classes.place} aria-label="In your product list">
      {entry.missingSince !== null && <p className={classes.missing}>{missingWords}</p>}
      <dl className={classes.facts}>
        {factsOf(entry).map(([role, name, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
          <div key={at}>
            <dt>{name}</dt>
            <dd>
              {value}
              {role && origins[role] && <span className={classes.said}>{originWords(origins[role], dayOf(origins[role].at))}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {(rest ?? list) && (
        <p className={classes.origin}>
          {rest?.by === 'list' ? listOriginWords(rest.name, dayOf(rest.at)) : list && listOriginWords(list.name, dayOf(list.importedAt))}
        </p>
      )}
      {entry.kind !== 'single' && <Variants productRef={productRef} />}
    </section>
  )
}
