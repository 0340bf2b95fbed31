import { readFileSets } from '../../../../shared/answers/question-set-file.ts'
import type { SetContent } from '../../../../shared/answers/question-set-problems.ts'
import type { HandoverDifference, HandoverKind, HandoverPreview, HandoverSide } from '../../../../shared/exchange/handover.ts'
import { describeSetQuestion } from '../../../../shared/exchange/handover-words.ts'
import { callProduct } from '../../../../shared/products/product-names-words.ts'
import { relateSets } from '../../answers/question-sets/change-sets.ts'
import type { SetStore } from '../../answers/question-sets/set-store.ts'
import { placeKey, readCurrent } from '../../answers/sheet/cell-rows.ts'
import { type CellRow, shownText } from '../../answers/sheet/decide-cell.ts'
import { readEmptied } from '../../answers/sheet/emptied-cells.ts'
import { type HandedCell, judgeCells } from '../../answers/sheet/judge-cells.ts'
import { digestOf } from '../../answers/sheet/sheet-store.ts'
import { createPause } from '../../base/database/create-pause.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import type { CatalogueStore, Targets } from '../../products/catalogue/catalogue-store.ts'
import { createJoiner, type HandedProduct, inTheirOrder } from '../../products/catalogue/merge-products.ts'
import type { KeptMatch, MatchStore } from '../../products/matching/match-store.ts'
import { type CellRecord, digestOfWorkspace, type Manifest, type MatchRecord, type PictureRecord } from './handover-format.ts'
import { judgeMatches } from './judge-matches.ts'
import type { HandoverFile } from './read-handover.ts'

export type ComparingPorts = {
  readonly journal: Journal
  readonly images: Pick<ImageStore, 'ofContent' | 'isPresent'>
  readonly catalogue: CatalogueStore
  readonly matches: Pick<MatchStore, 'get'>
  readonly questionSets: Pick<SetStore, 'list'>
}

/** What may be merged. `key`: of the difference that decides whether it is; `null`: it is new or newer, and nothing is lost. */
type Change<What> = What & { readonly key: string | null }

export type CellChange = Change<CellRecord & { readonly seen: string }>
export type MatchChangeToMerge = Change<MatchRecord & { readonly seen: string }>
/** `fields`: that differ, with what is here. */
export type ProductChange = {
  readonly product: HandedProduct
  readonly fields: readonly { readonly key: string; readonly field: string; readonly mine: string }[]
}

export type Compared = {
  readonly preview: HandoverPreview
  readonly differences: Readonly<Record<HandoverKind, readonly HandoverDifference[]>>
  readonly pictures: readonly PictureRecord[]
  /** `seen`: `changedAt` of the one here that differs; `null`: it is new. */
  readonly sets: readonly { readonly set: SetContent; readonly seen: number | null }[]
  readonly products: readonly ProductChange[]
  /** What their list says of products with variants; `null`: it has none. */
  readonly targets: Targets | null
  readonly matches: readonly MatchChangeToMerge[]
  readonly cells: readonly CellChange[]
}

const nothing: HandoverSide = { text: '', review: null, by: null, at: null, state: null, place: null }

const cellSide = (cell: HandedCell | CellRow | undefined): HandoverSide =>
  cell ? { ...nothing, text: shownText(cell), review: cell.review, by: cell.reviewedBy, at: cell.reviewedAt } : nothing

const matchSide = (match: KeptMatch | null): HandoverSide => {
  if (match === null) return nothing
  const { state } = match
  if (state !== 'matched') return { ...nothing, state }
  const [first, ...others] = match.products
  const text = match.products.map(({ product }) => callProduct(product)).join(', ')
  return { ...nothing, state, text, place: others.length === 0 ? (first?.place ?? null) : null }
}

const setSide = ({ questions }: SetContent): HandoverSide => ({
  ...nothing,
  text: questions.map(describeSetQuestion).join('\n'),
})

/** Cells that are read at once. */
const pieceSize = 50

/** What is kept of a match, as text, to see whether it changed since. */
export const matchText = (match: KeptMatch | null): string => JSON.stringify(match)

/** A file of no workspace may be merged into any. Into none, one of a workspace comes only with a person's consent: another may be connected later. */
const isOfOther = (
  said: Pick<Manifest, 'workspace' | 'workspaceDigest'>,
  connectionId: string | null,
  workspace: string | null,
): boolean => {
  if (said.workspace === null) return false
  if (connectionId === null || said.workspace !== workspace) return true
  return said.workspaceDigest != null && said.workspaceDigest !== digestOfWorkspace(connectionId)
}

/** Compares a file with the library, in pieces; nothing changes. */
export const compareHandover = async (
  { journal, images, catalogue, matches, questionSets }: ComparingPorts,
  { manifest, records, hasOriginal }: Pick<HandoverFile, 'manifest' | 'records' | 'hasOriginal'>,
  { connectionId, workspace }: { readonly connectionId: string | null; readonly workspace: string | null },
): Promise<Compared> => {
  const rest = createPause(journal)
  const differences: Record<HandoverKind, HandoverDifference[]> = { cell: [], product: [], set: [], match: [] }
  const [toAdd, names] = [new Map<string, PictureRecord>(), new Map<string, string>()]
  /** By content: the picture here, or `new`. */
  const known = new Map<string, string | 'new'>()
  let [picturesMissing, picturesRemoved, originals] = [0, 0, 0]
  for (const picture of records.pictures) {
    await rest()
    if (names.has(picture.sha256)) continue
    names.set(picture.sha256, picture.name)
    if (hasOriginal(picture.sha256)) originals += 1
    const here = images.ofContent(picture.sha256)
    if (here && images.isPresent(here.id)) known.set(picture.sha256, here.id)
    else if (here) picturesRemoved += 1
    else if (!hasOriginal(picture.sha256)) picturesMissing += 1
    else {
      known.set(picture.sha256, 'new')
      toAdd.set(picture.sha256, picture)
    }
  }

  const sets: { readonly set: SetContent; readonly seen: number | null }[] = []
  for (const { set, relation, known: mine } of relateSets(readFileSets(records.sets), questionSets.list())) {
    if (relation !== 'same') sets.push({ set, seen: mine?.changedAt ?? null })
    if (relation === 'changed' && mine)
      differences.set.push({ kind: 'set', key: set.name, about: mine.name, part: '', mine: setSide(mine), theirs: setSide(set) })
  }

  const products: ProductChange[] = []
  const { join } = createJoiner(catalogue, catalogue.current(connectionId), manifest.list ?? null)
  const broughtProducts = new Set<string>()
  for (const [index, product] of inTheirOrder([...records.products, ...records.others]).entries()) {
    await rest()
    const { differences: found, brings, countsAs } = join({ product, taken: new Map() })
    const fields = found.map((one) => ({ ...one, key: `${index}:${one.field}` }))
    for (const { key, field, mine, theirs } of fields)
      differences.product.push({
        kind: 'product',
        key,
        about: callProduct(product),
        part: field.startsWith('+') ? field.slice(1) : field,
        mine: { ...nothing, text: mine },
        theirs: { ...nothing, text: theirs },
      })
    if (brings && countsAs !== null) broughtProducts.add(countsAs)
    // Its variants name it.
    if (brings || fields.length > 0 || product.node?.kind === 'parent') products.push({ product, fields })
  }

  const newMatches: MatchChangeToMerge[] = []
  for (const one of records.matches) {
    await rest()
    const id = known.get(one.picture)
    if (id === undefined) continue
    const mine = id === 'new' ? null : matches.get(connectionId, id)
    const judged = judgeMatches(mine, one.match)
    if (judged === 'same' || judged === 'mine') continue
    const key = judged === 'differs' ? one.picture : null
    newMatches.push({ ...one, key, seen: matchText(mine) })
    if (key !== null)
      differences.match.push({
        kind: 'match',
        key,
        about: names.get(one.picture) ?? '',
        part: '',
        mine: matchSide(mine),
        theirs: matchSide(one.match),
      })
  }

  const cells: CellChange[] = []
  for (let from = 0; from < records.cells.length; from += pieceSize) {
    await rest()
    const piece = records.cells.slice(from, from + pieceSize)
    const placed = piece.map((one) => ({ ...one, imageId: known.get(one.picture) ?? '' }))
    const current = readCurrent(journal, connectionId ?? '', placed)
    const emptied = readEmptied(
      journal,
      connectionId ?? '',
      placed.filter((one) => !current.has(placeKey(one))),
    )
    for (const { imageId, ...one } of placed) {
      if (imageId === '') continue
      const place = placeKey({ imageId, question: one.question })
      const row = current.get(place)
      const mine = row ?? emptied.get(place)
      const judged = judgeCells(mine, one.cell)
      if (judged === 'same' || judged === 'mine') continue
      const key = judged === 'differs' ? `${one.picture} ${one.question}` : null
      cells.push({ ...one, key, seen: digestOf(row) })
      if (key !== null)
        differences.cell.push({
          kind: 'cell',
          key,
          about: names.get(one.picture) ?? '',
          part: one.question,
          mine: cellSide(mine),
          theirs: cellSide(one.cell),
        })
    }
  }

  const { counts, ...said } = manifest
  return {
    preview: {
      madeBy: said.madeBy,
      madeAt: said.madeAt,
      workspace: said.workspace,
      isOfOtherWorkspace: isOfOther(said, connectionId, workspace),
      contains: {
        pictures: counts.pictures,
        products: counts.products,
        sets: counts.sets,
        matches: counts.matches,
        cells: counts.cells,
      },
      originals,
      brings: {
        pictures: toAdd.size,
        products: broughtProducts.size,
        sets: sets.filter(({ seen }) => seen === null).length,
        matches: newMatches.filter(({ key }) => key === null).length,
        cells: cells.filter(({ key }) => key === null).length,
      },
      differs: {
        cell: differences.cell.length,
        product: differences.product.length,
        set: differences.set.length,
        match: differences.match.length,
      },
      picturesMissing,
      picturesRemoved,
    },
    differences,
    pictures: [...toAdd.values()],
    sets,
    products,
    targets: manifest.list ?? null,
    matches: newMatches,
    cells,
  }
}
