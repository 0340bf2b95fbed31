import { basename } from 'node:path'
import type { Files } from '../../base/platform/files.ts'
import type { ConnectionOffers } from '../../workspaces/offers/connection-offers.ts'
import { isConnectionFileName } from '../../workspaces/offers/offer-source.ts'
import { isKeptNameOf } from '../library/original-path.ts'
import type { ImageStore } from '../library/picture-store.ts'
import type { KeptCopy } from '../library/reclaim-drafts.ts'
import type { Arrivals } from './arrivals.ts'
import type { FollowedIntake, IntakeCounts } from './follow-intake.ts'
import type { IntakeRequest, IntakeSummary } from './intake.ts'
import type { createUnfinishedIntakes, UnfinishedIntake } from './unfinished-intakes.ts'

type Ports = {
  readonly intake: FollowedIntake
  readonly unfinished: ReturnType<typeof createUnfinishedIntakes>
  readonly images: Pick<ImageStore, 'originsOf' | 'ofContent'>
  readonly files: Pick<Files, 'remove'>
  /** Copies made by unfinished drops before they were interrupted. */
  readonly keptCopies: readonly KeptCopy[]
  readonly offers: ConnectionOffers
  readonly arrivals: Pick<Arrivals, 'follow' | 'ownerOf'>
  readonly openers: readonly FileOpener[]
}

/** Files that a person opens by dropping them: product lists (products/catalogue/opened-lists.ts) and hand-overs (exchange/handover/create-handovers.ts). */
type FileOpener = {
  readonly opens: (name: string) => boolean
  readonly fromFile: (path: string) => Promise<unknown>
  readonly fromBytes: (bytes: AsyncIterable<Uint8Array>, name: string) => Promise<unknown>
}

const nothing: IntakeCounts = { added: 0, known: 0, refused: 0 }

/** A file is refused for now: it may be taken another time, from the same copy. */
const isForNow = ({ problem: { code } }: IntakeSummary['refused'][number]): boolean =>
  code === 'disk-full' || code === 'file-unreadable' || code === 'file-missing'

const areOfOne = (drops: readonly UnfinishedIntake[]): boolean => new Set(drops.map(({ connectionId }) => connectionId)).size <= 1

/**
 * Requests for copies of files that are gone since, one for each drop that they are from. Only a copy's name says that; a file in a dropped folder isn't
 * named. If the drops that it may be from belong to several workspaces, it is sent to none, and nothing is asked about it.
 */
const requestCopies = (copies: readonly KeptCopy[], drops: readonly UnfinishedIntake[]): readonly IntakeRequest[] => {
  const ofDrops = new Map<UnfinishedIntake | undefined, NonNullable<IntakeRequest['kept']>[number][]>()
  for (const { path, name } of copies) {
    const isOf = (one: string): boolean => isKeptNameOf(basename(one), name)
    const named = drops.filter(({ paths }) => paths.some(isOf))
    const possible = named.length > 0 ? named : drops
    const drop = areOfOne(possible) ? possible[0] : undefined
    const from = drop?.paths.find(isOf)
    const copy = { path, name: from === undefined ? name : basename(from), origin: { kind: 'file' as const, path: from ?? name } }
    ofDrops.set(drop, [...(ofDrops.get(drop) ?? []), copy])
  }
  return [...ofDrops].map(([drop, kept]) => ({
    ...{ paths: [], urls: [], recursive: false, kept },
    ...(drop ? { upload: true, drop: drop.drop, connectionId: drop.connectionId } : { upload: false, asks: false }),
  }))
}

/**
 * Files that a person drops on a host: pictures are added, connection files are offered, product lists and hand-overs are opened. Pictures belong to the
 * workspace in which they were dropped, also when the next start continues.
 */
export const createFileReceiver = ({ intake, unfinished, images, files, keptCopies, offers, openers, arrivals }: Ports) => ({
  /**
   * Files and folders; only their numbers cross to a window. Rejects as intake does (`disk-full`), and with `cancelled` where Packshot
   * ended before; `addUnfinished` of the next start then adds the rest. Pictures are checked after that. `named`: the number that a page gave
   * to this drop.
   */
  addFiles: (paths: readonly string[], recursive = true, named?: string): Promise<IntakeCounts> =>
    arrivals.follow(named, async (note) => {
      const connectionId = arrivals.ownerOf(named)
      const pictures = paths.filter((path) => !isConnectionFileName(path) && !openers.some(({ opens }) => opens(path)))
      for (const path of paths) if (isConnectionFileName(path)) await offers.fromFile(path)
      for (const path of paths) await openers.find(({ opens }) => opens(path))?.fromFile(path)
      if (pictures.length === 0) return nothing
      const { drop, forget } = await unfinished.keep({ paths: pictures, urls: [], recursive, connectionId })
      const counts = await intake.addFiles(pictures, recursive, { drop, connectionId }, note)
      await forget()
      return counts
    }),
  /** Web addresses from a window. As with files, the next start adds the rest after an interruption. */
  addAddresses: async (urls: readonly string[]): Promise<IntakeSummary> => {
    const connectionId = arrivals.ownerOf(undefined)
    const { drop, forget } = await unfinished.keep({ paths: [], urls, recursive: false, connectionId })
    const summary = await intake.addRows({ paths: [], urls, recursive: false, upload: true, drop, connectionId })
    await forget()
    return intake.settle(summary)
  },
  /**
   * Continues with unfinished drops of an earlier run. If a file is gone since, its copy is used. It may be the last one: where it can't be taken now, as
   * on a full disk, it stays with its drop for the next start.
   */
  addUnfinished: async (): Promise<void> => {
    const all = await unfinished.read()
    for (const { paths, urls, recursive, drop, connectionId } of all) {
      // By drop, not by time: after the clock was set back, an earlier picture of a path would keep its changed file out.
      const before = images.originsOf(drop)
      const isAdded = (origin: string): boolean => before.has(origin)
      await intake.addRows({ paths, urls: urls.filter((url) => !isAdded(url)), recursive, upload: true, isAdded, drop, connectionId })
    }
    const left = keptCopies.filter(({ sha256 }) => !images.ofContent(sha256))
    const refused: IntakeSummary['refused'] = []
    for (const request of requestCopies(left, all)) refused.push(...(await intake.addRows(request)).refused)
    if (refused.some(isForNow)) return
    for (const { forget } of all) await forget()
    for (const { path, isDraft } of keptCopies) if (isDraft) await files.remove(path)
  },
  /** One file that comes as bytes, under its own name (never a path). A stream that fails is a refused row. `drop`: it came with others. */
  receiveUpload: async (bytes: AsyncIterable<Uint8Array>, name: string, drop?: string): Promise<IntakeCounts> => {
    const opener = openers.find(({ opens }) => opens(name))
    if (isConnectionFileName(name)) await offers.fromBytes(bytes, name)
    else if (opener) await opener.fromBytes(bytes, name)
    else return arrivals.follow(drop, (note) => intake.receiveUpload(bytes, name, { drop, connectionId: arrivals.ownerOf(drop) }, note))
    return nothing
  },
})
