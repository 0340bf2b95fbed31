import { join } from 'node:path'
import { AppError } from '../../../../shared/base/errors.ts'
import type { HandoverResult } from '../../../../shared/exchange/handover.ts'
import { importSets } from '../../answers/question-sets/change-sets.ts'
import type { SetStore } from '../../answers/question-sets/set-store.ts'
import type { CellToMerge, SheetStore } from '../../answers/sheet/sheet-store.ts'
import { createPause } from '../../base/database/create-pause.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { Clock } from '../../base/platform/clock.ts'
import type { Files } from '../../base/platform/files.ts'
import type { Ids } from '../../base/platform/ids.ts'
import type { FollowedIntake } from '../../pictures/intake/follow-intake.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import type { CatalogueStore } from '../../products/catalogue/catalogue-store.ts'
import type { OpenedLists } from '../../products/catalogue/opened-lists.ts'
import { followSwitch } from '../../products/matching/follow-switch.ts'
import type { MatchReader } from '../../products/matching/match-reader.ts'
import type { KeptMatch, MatchStore, NewMatch } from '../../products/matching/match-store.ts'
import { placeMerged } from '../../products/matching/place-merged.ts'
import { changeMatches, readFinder } from '../../products/matching/renew-match-keys.ts'
import { matchText } from './compare-handover.ts'
import type { PictureRecord } from './handover-format.ts'
import { judgeMatches } from './judge-matches.ts'
import type { MergePlan } from './merge-plan.ts'
import type { HandoverFile } from './read-handover.ts'

export type MergingPorts = {
  readonly journal: Journal
  readonly files: Files
  readonly ids: Ids
  readonly clock: Clock
  readonly dataFolder: string
  readonly images: Pick<ImageStore, 'ofContent' | 'isPresent' | 'dropOf'>
  readonly intake: Pick<FollowedIntake, 'addRows'>
  readonly catalogue: Pick<CatalogueStore, 'current'>
  readonly openedLists: Pick<OpenedLists, 'merge'>
  readonly matches: MatchStore
  /** Finds the product of today that a colleague's is. */
  readonly slowReader: MatchReader
  readonly sheet: Pick<SheetStore, 'merge'>
  readonly questionSets: SetStore
}

/** Originals that are on disk twice at a time. */
const atOnce = { pictures: 25, bytes: 100_000_000 }

/** Pictures of one drop follow each other, the oldest drop first, as many as are added together. */
const toBatches = (pictures: readonly PictureRecord[]): PictureRecord[][] => {
  const batches: PictureRecord[][] = []
  let bytes = 0
  for (const picture of pictures.toSorted((one, other) => (one.drop?.seq ?? 0) - (other.drop?.seq ?? 0))) {
    const last = batches.at(-1)
    bytes += picture.bytes
    if (last && last[0]?.drop?.id === picture.drop?.id && last.length < atOnce.pictures && bytes <= atOnce.bytes) last.push(picture)
    else {
      batches.push([picture])
      bytes = picture.bytes
    }
  }
  return batches
}

/** What came so far. */
export type MergeCounts = { -readonly [Count in Exclude<keyof HandoverResult, 'problem'>]: number }

export const beginCounts = ({ picturesMissing, left }: Pick<MergePlan, 'picturesMissing' | 'left'>): MergeCounts => ({
  ...{ pictures: 0, products: 0, sets: 0, matches: 0, cells: 0 },
  ...{ damaged: 0, refused: 0, kept: 0, picturesMissing, left },
})

/** Looking up such a path may sign in to the computer that it names. */
const isOnNetwork = (path: string): boolean => /^[\\/]{2}/.test(path)

const toOrigin = ({ origin, name }: PictureRecord): PictureRecord['origin'] =>
  origin.kind === 'file' && isOnNetwork(origin.path) ? { kind: 'file', path: name } : origin

type Run = {
  readonly plan: MergePlan
  /** The file with the originals; `undefined`: it is gone. */
  readonly file: Pick<HandoverFile, 'extract'> | undefined
  readonly owner: () => string | null
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
  /** Counted up with each step that is done: where one fails, the others are still told. */
  readonly counts: MergeCounts
}

/**
 * Does what a plan says: pictures, question sets, products, matches, cells. Each step is whole or taken back, and doing it again changes nothing, so a
 * merge that was interrupted starts again.
 */
export const runMerge = async (ports: MergingPorts, { plan, file, owner, signal, onProgress, counts }: Run): Promise<void> => {
  const { journal, files, ids, images, intake } = ports
  const total = plan.pictures.length + 4
  const checkContinues = (): void => {
    if (signal.aborted) throw new AppError('cancelled', { kind: 'handover-interrupted', name: plan.name }, { kept: 'saved' })
  }
  /** By content: the picture of the library. */
  const idOf = (sha256: string): string | undefined => {
    const image = images.ofContent(sha256)
    return image && images.isPresent(image.id) ? image.id : undefined
  }

  const addBatch = async (batch: readonly PictureRecord[]): Promise<void> => {
    const kept: { path: string; name: string; origin: PictureRecord['origin'] }[] = []
    try {
      for (const picture of batch) {
        const path = join(ports.dataFolder, 'drafts', ids.hex(16))
        await files.makeFolder(join(ports.dataFolder, 'drafts'), 0o700)
        if (await file?.extract(picture, path, files)) kept.push({ path, name: picture.name, origin: toOrigin(picture) })
        else counts.damaged += 1
      }
      const drop = batch[0]?.drop
      if (drop) journal.write(() => images.dropOf(drop.id, drop.at))
      const named = batch.flatMap(({ root }) => (root === null || isOnNetwork(root) ? [] : [root]))
      const summary = await intake.addRows({
        ...{ paths: [], urls: [], recursive: false, upload: false, asks: false, kept, named },
        drop: drop?.id ?? plan.id,
      })
      counts.pictures += summary.added.length
      counts.refused += summary.refused.length
    } finally {
      for (const { path } of kept) await files.remove(path).catch(() => {})
    }
  }

  const pause = createPause(journal)
  const left: PictureRecord[] = []
  for (const picture of plan.pictures) {
    await pause()
    if (images.ofContent(picture.sha256) === undefined) left.push(picture)
    // One that a person removed since they were compared stays removed.
    else if (idOf(picture.sha256) === undefined) counts.kept += 1
  }
  if (!file) counts.picturesMissing += left.length
  else
    for (const batch of toBatches(left)) {
      checkContinues()
      await addBatch(batch)
      onProgress(counts.pictures + counts.damaged + counts.refused, total)
    }
  checkContinues()

  const sets = await importSets(ports, plan.sets, plan.replace)
  counts.sets = sets.added + sets.updated
  counts.kept += sets.left.length
  onProgress(plan.pictures.length + 1, total)
  checkContinues()

  const taken = plan.products.map(({ product, taken }) => ({ product, taken: new Map(taken) }))
  counts.products = await ports.openedLists.merge(owner(), { name: plan.name, products: taken, targets: plan.targets ?? null }, signal)
  onProgress(plan.pictures.length + 2, total)
  checkContinues()

  if (plan.matches.length > 0) {
    const { changed, kept } = await changeMatches(
      ports,
      owner,
      (connectionId) => readFinder(ports.slowReader, connectionId),
      (find, connectionId) => {
        /** Their lists may name a product by another field than the list here does. */
        const toToday = (match: KeptMatch): KeptMatch => {
          if (match.state !== 'matched') return match
          const products = match.products.map((one) => {
            const today = find(one.product)
            return today.kind === 'one' ? { ...one, product: today.product } : one
          })
          return { state: 'matched', products: [...new Map(products.map((one) => [one.product.key, one])).values()] }
        }
        const rows: NewMatch[] = []
        let kept = 0
        for (const { picture, match: theirs, seen } of plan.matches) {
          const match = toToday(theirs)
          const imageId = idOf(picture)
          if (imageId === undefined) continue
          const mine = ports.matches.get(connectionId, imageId)
          if (matchText(mine) === matchText(match)) continue
          // A person who decided since wasn't asked.
          if (judgeMatches(mine, match) === 'theirs' || matchText(mine) === seen) rows.push({ imageId, match })
          else kept += 1
        }
        const saved = ports.matches.save(connectionId, 'merge', placeMerged(ports.matches, connectionId, rows), {
          at: Math.round(ports.clock.now()),
          isOfRules: false,
        })
        // A product there may be a variant, or have variants, here.
        const list = ports.catalogue.current(connectionId)
        if (list && list.variants > 0) followSwitch(journal, connectionId, list, list)
        return { ...saved, kept }
      },
    )
    counts.matches = changed
    counts.kept += kept
  }
  onProgress(plan.pictures.length + 3, total)
  checkContinues()

  const cells = plan.cells.flatMap(({ picture, ...one }): CellToMerge[] => {
    const imageId = idOf(picture)
    return imageId === undefined ? [] : [{ imageId, ...one }]
  })
  const merged = await ports.sheet.merge(owner, cells, plan.at)
  counts.cells = merged.changed
  counts.kept += merged.kept
  onProgress(total, total)
}
