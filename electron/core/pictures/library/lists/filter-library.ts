import type { LibraryFilter, PictureCondition } from '../../../../../shared/pictures/library.ts'
import { picturesOfAttaches } from './attaches-shown.ts'
import { failsAny, failsOne } from './failing-in-places.ts'
import { type Condition, matchesWord, wordsOf } from './find-by-text.ts'

export const isUnfiltered = (filter: LibraryFilter): boolean =>
  filter.text.trim() === '' &&
  filter.state === null &&
  filter.format === null &&
  filter.productRef === null &&
  filter.folder === null &&
  filter.failing === undefined

/** Of a picture's work in one workspace; `attaches`: it may be an attach; `isNot`: pictures without such work. */
const conditions: Readonly<
  Record<PictureCondition, { readonly of: string; readonly attaches?: 'parked' | 'under way'; readonly isNot?: true }>
> = {
  parked: { of: 'parked > 0', attaches: 'parked' },
  uploading: { of: 'uploading > 0' },
  waiting: { of: 'pending > 0', attaches: 'under way' },
  uploaded: { of: 'uploaded > 0' },
  'not-uploaded': { of: 'uploaded > 0', isNot: true },
  answered: { of: 'answers > 0' },
  'missing-answer': { of: 'questions > answers' },
  attached: { of: 'attached > 0' },
  'not-attached': { of: 'attached > 0', isNot: true },
}

const productPictures = `SELECT images.seq FROM attached_sources
  JOIN products ON products.ref = attached_sources.product_ref
  JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id = attached_sources.source_id AND gone = 0
  JOIN images ON images.id = sources.image_id WHERE attached_sources.product_ref = ?`

const failingAny = `SELECT picture FROM picture_checks WHERE basis = ? AND ${failsAny('?')}`
const failingOne = `SELECT check_results.picture FROM check_results JOIN picture_checks ON picture_checks.picture = check_results.picture
  WHERE profile = ? AND basis = ? AND ${failsOne('?')}`

type Towards = {
  /** The active connection's id, `''` for none: states are those towards it. */
  readonly connectionKey: string
  /** By what results of requirement profiles count now (checks/shop-checks.ts); `null`: none is in use. */
  readonly checkBasis: string | null
}

/** Of rows of `images`: all that a filter shows. */
export const conditionOf = (filter: LibraryFilter, { connectionKey, checkBasis }: Towards): Condition => {
  const { productRef, state, format, folder, failing } = filter
  const all: Condition[] = [{ sql: 'images.removed_at IS NULL', values: [] }]
  if (folder !== null) all.push({ sql: 'images.folder = ?', values: [folder] })
  if (productRef !== null) all.push({ sql: `images.seq IN (${productPictures})`, values: [productRef] })
  if (state !== null) {
    const { of, attaches, isNot } = conditions[state]
    const byAttach = attaches ? ` UNION ALL ${picturesOfAttaches(attaches, "nullif(?, '')")}` : ''
    const sql = `images.seq ${isNot ? 'NOT IN' : 'IN'} (SELECT seq FROM picture_work WHERE connection_id = ? AND ${of}${byAttach})`
    all.push({ sql, values: attaches ? [connectionKey, connectionKey] : [connectionKey] })
  }
  if (failing !== undefined && checkBasis === null) all.push({ sql: 'false', values: [] })
  else if (failing === '*') all.push({ sql: `images.seq IN (${failingAny})`, values: [checkBasis, connectionKey] })
  else if (failing !== undefined) all.push({ sql: `images.seq IN (${failingOne})`, values: [failing, checkBasis, connectionKey] })
  if (format !== null) all.push({ sql: 'images.format = ?', values: [format] })
  for (const word of wordsOf(filter.text)) all.push(matchesWord(word, connectionKey))
  return { sql: all.map(({ sql }) => sql).join(' AND '), values: all.flatMap(({ values }) => values) }
}
