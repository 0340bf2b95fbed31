import { type KeptTray, type MatchPreview, newProductKey } from '../../../../../shared/products/matching.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { keepMade } from '../../../base/platform/keep-made.ts'
import type { Timer, Timers } from '../../../base/platform/timers.ts'
import { readNamed, readProductsMark } from '../../../products/matching/lists/match-subjects.ts'
import { readFamilies } from '../../../products/matching/lists/read-families.ts'
import { createSuggester, type Suggester } from '../../../products/matching/names/suggest-products.ts'
import { isCurrent } from '../../sheet/cell-rows.ts'

type Ports = { readonly journal: Journal; readonly timers: Pick<Timers, 'after'> }

/** How long the products' words are kept after their last use, in milliseconds. */
const keptMs = 60_000
/** Answers of one picture, and characters of each, that are compared. */
const mostAnswers = 20
const mostCharacters = 4_000

/** The answers that count, as a person sees them. A rejected one says nothing. */
const readTexts = (journal: Journal, owner: string, imageIds: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const texts = new Map<string, string[]>()
  const rows = journal.all(
    `SELECT image_id, substr(coalesce(edited_text, text), 1, ${mostCharacters}) AS shown FROM json_each(?) AS wanted
     CROSS JOIN answers ON image_id = wanted.value AND connection_id = ?
     WHERE review <> 'rejected' AND (kind <> 'cannot-tell' OR edited_text IS NOT NULL) AND ${isCurrent} ORDER BY answers.seq DESC`,
    JSON.stringify(imageIds),
    owner,
  )
  for (const { image_id, shown } of rows) {
    const list = texts.get(String(image_id)) ?? []
    if (list.length < mostAnswers && shown !== '') texts.set(String(image_id), [...list, String(shown)])
  }
  return texts
}

type Found = ReturnType<Suggester['suggest']>

/** What answers suggest for pictures without a product. It is shown, and never kept. */
export const createSuggestions = ({ journal, timers }: Ports) => {
  let keep = keepMade<Suggester>(1)
  let forgetting: Timer | undefined

  const namesOf = (connectionId: string | null): Suggester => {
    forgetting?.cancel()
    forgetting = timers.after(
      keptMs,
      () => {
        keep = keepMade(1)
      },
      { background: true },
    )
    const made = journal.get(
      'SELECT count(DISTINCT product_key) AS products, max(product_key) AS last FROM matches WHERE connection_id = ? AND product_key GLOB ?',
      connectionId ?? '',
      `${newProductKey}*`,
    )
    const key = JSON.stringify([connectionId, readProductsMark(journal, connectionId), made?.products, made?.last])
    return keep(key, () => {
      const named = readNamed(journal, connectionId)
      const products = named.map(({ product }) => product)
      return createSuggester(products, readFamilies(journal, connectionId, named))
    })
  }

  /** By picture. Without answers, products aren't read. */
  const find = (connectionId: string | null, imageIds: readonly string[]): ReadonlyMap<string, Found> =>
    new Map([...readTexts(journal, connectionId ?? '', imageIds)].map(([id, answers]) => [id, namesOf(connectionId).suggest(answers)]))

  return {
    addToTray: (connectionId: string | null, tray: KeptTray): KeptTray => {
      const ids = tray.rows.map(({ imageId }) => imageId)
      const found = find(connectionId, ids)
      return {
        ...tray,
        rows: tray.rows.map((row) => {
          const there = new Set(row.candidates.map(({ productKey }) => productKey))
          const others = (found.get(row.imageId) ?? []).filter(({ product }) => !there.has(product.key))
          return { ...row, suggestions: others.map(({ product, suggestion }) => ({ ...suggestion, product })) }
        }),
      }
    },
    addToPreview: (connectionId: string | null, preview: MatchPreview): MatchPreview => {
      const open = preview.rows.filter(({ match }) => match.kind !== 'matched')
      const ids = open.map(({ imageId }) => imageId)
      const found = find(connectionId, ids)
      const products = new Map(preview.products.map((one) => [one.key, one]))
      const rows = preview.rows.map((row) => {
        const { match } = row
        const there = new Set(match.kind === 'question' ? match.candidates.map(({ productKey }) => productKey) : [])
        const others = (found.get(row.imageId) ?? []).filter(({ product }) => !there.has(product.key))
        for (const { product } of others) products.set(product.key, product)
        return { ...row, suggestions: others.map(({ suggestion }) => suggestion) }
      })
      return { ...preview, rows, products: [...products.values()] }
    },
  }
}
