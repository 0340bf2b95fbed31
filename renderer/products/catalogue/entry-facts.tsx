import { useQuery } from '@tanstack/react-query'
import { countOf } from '../../../shared/base/number-words.ts'
import type { CatalogueEntry } from '../../../shared/products/catalogue.ts'
import { missingWords, roleWords } from '../../../shared/products/catalogue-words.ts'
import { showGtin } from '../../../shared/products/gtin.ts'
import { api } from '../../queries.ts'
import classes from './entry-facts.module.css'

const factsOf = ({ sku, gtin, handle, shows, showsAt, further }: CatalogueEntry): readonly (readonly [string, string])[] => [
  ...(sku === null ? [] : ([[roleWords.sku, sku]] as const)),
  ...(gtin === null ? [] : ([[roleWords.gtin, showGtin(gtin)]] as const)),
  ...(handle === null ? [] : ([[roleWords.handle, handle]] as const)),
  ...(shows === null
    ? []
    : ([
        [roleWords.shows, `${countOf(shows.length, 'picture')}${showsAt === null ? '' : `, ${new Date(showsAt).toLocaleDateString()}`}`],
      ] as const)),
  ...further,
]

/** What the imported list says of a product. Nothing is shown of one that is not in it. */
export const EntryFacts = ({ productRef }: { readonly productRef: string }) => {
  const { data: entry } = useQuery(api.catalogue.find.queryOptions({ input: { ref: productRef } }))
  if (!entry) return null
  return (
    <section className={classes.place} aria-label="In your product list">
      {entry.missingSince !== null && <p className={classes.missing}>{missingWords}</p>}
      <dl className={classes.facts}>
        {factsOf(entry).map(([name, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
