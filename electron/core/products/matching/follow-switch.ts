import type { SwitchedMatches } from '../../../../shared/products/catalogue.ts'
import type { MatchCandidate, MatchedProductRow } from '../../../../shared/products/matching.ts'
import type { SharedPictures } from '../../../../shared/products/variants.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { Targets } from '../catalogue/catalogue-store.ts'
import { findSwitched, type Switched } from './lists/find-switched.ts'
import { findHidden } from './lists/kept-decisions.ts'
import { createLookedAt } from './looked-at.ts'
import { mostCandidates } from './match-keys.ts'
import { writeProduct } from './match-rows.ts'
import { renumberProducts } from './merge-matches.ts'

const isDecided = `image_id IN (SELECT image_id FROM matches WHERE connection_id = :owner AND decided_by = 'person')`
const ofKeys =
  '(connection_id, image_id, product_key) IN (SELECT connection_id, image_id, product_key FROM json_each(:keys) CROSS JOIN matches ON connection_id = :owner AND product_key = value)'

const keysOf = (all: readonly Switched[]): string => JSON.stringify(all.map(({ product }) => product.key))

/** What a person decided about a whole product, and no variant gets, is asked; where the picture is in others, these are the decision. */
const askPerson = (journal: Journal, owner: string, all: readonly Switched[]): void => {
  const rows = journal.all(`DELETE FROM matches WHERE ${ofKeys} RETURNING image_id, product_key, decided_by`, {
    owner,
    keys: keysOf(all),
  })
  journal.run(
    "UPDATE matches SET decided_by = 'person' WHERE (connection_id, image_id) IN (SELECT ?, value FROM json_each(?))",
    owner,
    JSON.stringify(rows.flatMap(({ image_id, decided_by }) => (decided_by === 'person' ? String(image_id) : []))),
  )
  const questions = new Map(
    all.flatMap(({ product, choices }): [string, string][] => {
      if (choices.length === 0) return []
      const field = product.handle !== null ? 'handle' : product.sku !== null ? 'sku' : 'name'
      const why = { by: field === 'name' ? 'folder' : field, field, text: product[field] ?? product.productId ?? '' } as const
      const products = choices.slice(0, mostCandidates)
      const candidates = products.map(({ key }): MatchCandidate => ({ productKey: key, why }))
      return [[product.key, JSON.stringify({ question: 'variant-unclear', candidates, products })]]
    }),
  )
  journal.run(
    `INSERT INTO matches (connection_id, image_id, product_key, state, decided_by, why)
     SELECT :owner, value ->> 0, '', 'question', 'rule', value ->> 1 FROM json_each(:rows)
     WHERE NOT EXISTS (SELECT 1 FROM matches WHERE connection_id = :owner AND image_id = value ->> 0)
     ON CONFLICT DO NOTHING`,
    {
      owner,
      rows: JSON.stringify(
        rows.flatMap(({ image_id, product_key }) => {
          const question = questions.get(String(product_key))
          return question === undefined ? [] : [[image_id, question]]
        }),
      ),
    },
  )
}

/** Pictures come behind those that are there, in the order of these products; one that is there already stays where it is. */
const movePictures = (journal: Journal, owner: string, all: readonly Switched[]): void => {
  const keys = JSON.stringify([...new Set(all.flatMap(({ product, to }) => [product.key, ...to.map(({ key }) => key)]))])
  const found = journal.all(
    `SELECT product_key AS key, max(place) AS last FROM json_each(?) CROSS JOIN matches ON connection_id = ? AND product_key = value GROUP BY product_key`,
    keys,
    owner,
  )
  const last = new Map(found.map(({ key, last: place }) => [String(key), Number(place)]))
  const moved = all.flatMap(({ product, to }) =>
    to.flatMap((one) => {
      const [places, ahead] = [last.get(product.key), last.get(one.key) ?? 0]
      // It has no pictures.
      if (places === undefined) return []
      last.set(one.key, ahead + places)
      return [{ was: product.key, key: one.key, product: writeProduct(one), ahead }]
    }),
  )
  // “person” is before “rule”.
  journal.run(
    `INSERT INTO matches (connection_id, image_id, product_key, state, product, place, decided_by, why)
     SELECT connection_id, image_id, to_key, 'matched', to_product, place + ahead, decided_by, why FROM (
       SELECT value ->> 'was' AS was, value ->> 'key' AS to_key, value ->> 'product' AS to_product, value ->> 'ahead' AS ahead FROM json_each(?)
     ) CROSS JOIN matches INDEXED BY matches_of_product ON connection_id = ? AND product_key = was WHERE true
     ON CONFLICT DO UPDATE SET place = min(place, excluded.place), decided_by = min(decided_by, excluded.decided_by)`,
    JSON.stringify(moved),
    owner,
  )
  journal.run(`DELETE FROM matches WHERE ${ofKeys}`, { owner, keys: keysOf(all) })
  renumberProducts(journal, owner, [...new Set(moved.flatMap(({ key, ahead }) => (ahead > 0 ? key : [])))])
}

type Asked = { readonly candidates: readonly MatchCandidate[]; readonly products: readonly MatchedProductRow[] }

/** Questions that name products which are none any more name what is instead of them. */
const askOfToday = (journal: Journal, owner: string, all: readonly Switched[]): void => {
  const instead = new Map(all.map(({ product, choices }) => [product.key, choices]))
  const rows = journal.all(
    `SELECT image_id, why FROM matches WHERE connection_id = :owner AND state = 'question'
       AND EXISTS (SELECT 1 FROM json_each(why, '$.candidates') AS one WHERE one.value ->> 'productKey' IN (SELECT value FROM json_each(:keys)))`,
    { owner, keys: keysOf(all) },
  )
  const asked = rows.map(({ image_id, why }) => {
    const { candidates, products, ...question } = JSON.parse(String(why)) as Asked
    const known = new Map(products.map((one) => [one.key, one]))
    const found = new Map<string, { readonly candidate: MatchCandidate; readonly product: MatchedProductRow | undefined }>()
    for (const { productKey, why: reason } of candidates)
      for (const [key, product] of instead.get(productKey)?.map((one) => [one.key, one] as const) ?? [
        [productKey, known.get(productKey)] as const,
      ])
        if (!found.has(key) && found.size < mostCandidates) found.set(key, { candidate: { productKey: key, why: reason }, product })
    const of = [...found.values()]
    const text = { ...question, candidates: of.map(({ candidate }) => candidate), products: of.flatMap(({ product }) => product ?? []) }
    return [image_id, JSON.stringify(text)]
  })
  journal.run(
    `INSERT INTO matches (connection_id, image_id, product_key, state, decided_by, why)
     SELECT ?, value ->> 0, '', 'question', 'rule', value ->> 1 FROM json_each(?) WHERE true ON CONFLICT DO UPDATE SET why = excluded.why`,
    owner,
    JSON.stringify(asked),
  )
}

/**
 * Takes pictures out of variants that rules may have put there as pictures of the whole product, by what the list said before. Returns which. What a person
 * decided stays.
 */
const takeOutShared = (journal: Journal, owner: string, families: readonly (readonly string[])[], was: SharedPictures): string[] => {
  const familyOf = new Map(families.flatMap((keys, family) => keys.map((key) => [key, family] as const)))
  const rows = journal.all(
    `SELECT image_id, product_key FROM json_each(:keys) CROSS JOIN matches ON connection_id = :owner AND product_key = value WHERE NOT ${isDecided}`,
    { owner, keys: JSON.stringify([...familyOf.keys()]) },
  )
  const shown = new Map<string, { readonly imageId: string; readonly family: number; readonly keys: Set<string> }>()
  for (const { image_id, product_key } of rows) {
    const [imageId, key, family] = [String(image_id), String(product_key), familyOf.get(String(product_key)) ?? 0]
    const there = shown.get(`${family} ${imageId}`)
    if (there) there.keys.add(key)
    else shown.set(`${family} ${imageId}`, { imageId, family, keys: new Set([key]) })
  }
  const shared = [...shown.values()].filter(({ family, keys }) => {
    const variants = families[family] ?? []
    return was === 'each' ? keys.size === new Set(variants).size : was === 'first' && keys.size === 1 && keys.has(variants[0] ?? '')
  })
  journal.run(
    'DELETE FROM matches WHERE (connection_id, image_id, product_key) IN (SELECT ?, value ->> 0, value ->> 1 FROM json_each(?))',
    owner,
    JSON.stringify(shared.flatMap(({ imageId, keys }) => [...keys].map((key) => [imageId, key]))),
  )
  return shared.map(({ imageId }) => imageId)
}

const count = (journal: Journal, owner: string, changed: readonly string[]): SwitchedMatches => {
  const hidden = findHidden(journal, changed)
  const seen = [...new Set(changed)].filter((id) => !hidden.has(id))
  const moved = journal.get(
    `SELECT count(*) AS n FROM json_each(?) AS one
     WHERE EXISTS (SELECT 1 FROM matches WHERE connection_id = ? AND image_id = one.value AND state = 'matched')`,
    JSON.stringify(seen),
    owner,
  )
  return { moved: Number(moved?.n), open: seen.length - Number(moved?.n) }
}

/**
 * Products of the workspace are others in its list now: pictures follow. Those of a variant are its product's; of those of a product, a person's decisions go
 * where the list says that pictures of whole products go, and rules look at the others again. `before`: what the list said until now; `undefined`: there was
 * no list. Called inside `journal.write`.
 */
export const followSwitch = (journal: Journal, connectionId: string | null, before: Targets | undefined, now: Targets): SwitchedMatches => {
  const owner = connectionId ?? ''
  const isTurned = before !== undefined && before.productIs !== now.productIs
  const { switched, families } = findSwitched(journal, connectionId, { productIs: now.productIs, isTurned })
  const isOtherRule = !isTurned && before !== undefined && now.productIs === 'variant' && before.sharedPictures !== now.sharedPictures
  const shared = isOtherRule ? takeOutShared(journal, owner, families, before.sharedPictures) : []
  const moving = journal.all(
    'SELECT DISTINCT image_id FROM json_each(:keys) CROSS JOIN matches ON connection_id = :owner AND product_key = value',
    { owner, keys: keysOf(switched) },
  )
  if (now.productIs === 'variant')
    journal.run(`DELETE FROM matches WHERE ${ofKeys} AND NOT ${isDecided}`, { owner, keys: keysOf(switched) })
  askPerson(
    journal,
    owner,
    switched.filter(({ to }) => to.length === 0),
  )
  movePictures(journal, owner, switched)
  askOfToday(journal, owner, switched)
  // What was before them names products that are none any more.
  if (isTurned || switched.length > 0)
    journal.run("UPDATE match_changes SET state = 'over' WHERE state = 'done' AND connection_id = ?", owner)
  if (isTurned || isOtherRule || switched.length > 0) createLookedAt(journal).forget(owner)
  return count(journal, owner, [...shared, ...moving.map(({ image_id }) => String(image_id))])
}
