import { basename } from 'node:path'
import { type ImageStore, imageIdOf } from '../library/image-store.ts'
import { isKeptNameOf } from '../library/originals.ts'
import type { KeptCopy } from '../library/reclaim-drafts.ts'
import type { Files } from '../platform/files.ts'
import type { ConnectionOffers } from '../workspaces/offers/connection-offers.ts'
import { isConnectionFileName } from '../workspaces/offers/offer-source.ts'
import type { FollowedIntake, IntakeCounts } from './follow-intake.ts'
import type { IntakeSummary } from './take-in.ts'
import type { createUnfinishedIntakes } from './unfinished-intakes.ts'

type Ports = {
  readonly intake: FollowedIntake
  readonly unfinished: ReturnType<typeof createUnfinishedIntakes>
  readonly images: Pick<ImageStore, 'originsSince' | 'get'>
  readonly files: Pick<Files, 'remove'>
  /** What unfinished drops had copied before they were cut off. */
  readonly keptCopies: readonly KeptCopy[]
  readonly offers: ConnectionOffers
}

const nothing: IntakeCounts = { added: 0, known: 0, refused: 0 }

/** What a person hands to a host: pictures are taken in, connection files among them are offered. */
export const createFileReceiver = ({ intake, unfinished, images, files, keptCopies, offers }: Ports) => ({
  /**
   * Files and folders; only their numbers cross to a window. Rejects as intake does (`disk-full`), and with `cancelled` where Packshot
   * ended before; what is left then is taken in by `takeInUnfinished` of the next start.
   */
  takeInFiles: async (paths: readonly string[], recursive = true): Promise<IntakeCounts> => {
    const pictures = paths.filter((path) => !isConnectionFileName(path))
    for (const path of paths) if (isConnectionFileName(path)) await offers.fromFile(path)
    if (pictures.length === 0) return nothing
    const forget = await unfinished.keep({ paths: pictures, urls: [], recursive })
    const counts = await intake.takeInFiles(pictures, recursive)
    await forget()
    return counts
  },
  /** Web addresses that a window names; as with files, an end in the middle leaves what is not taken in to the next start. */
  takeInAddresses: async (urls: readonly string[]): Promise<IntakeSummary> => {
    const forget = await unfinished.keep({ paths: [], urls, recursive: false })
    const summary = await intake.takeIn({ paths: [], urls, recursive: false, upload: true })
    await forget()
    return summary
  },
  /** Goes on with what an earlier run was handed and did not take in whole. Where a file is gone since, the copy that was made counts. */
  takeInUnfinished: async (): Promise<void> => {
    const all = await unfinished.read()
    for (const { paths, urls, recursive, at } of all) {
      const before = images.originsSince(at)
      const isTakenIn = (origin: string): boolean => before.has(origin)
      await intake.takeIn({ paths, urls: urls.filter((url) => !isTakenIn(url)), recursive, upload: true, isTakenIn })
    }
    const named = all.flatMap(({ paths }) => paths)
    const kept = keptCopies
      .filter(({ sha256 }) => !images.get(imageIdOf(sha256)))
      .map(({ path, name }) => {
        const from = named.find((one) => isKeptNameOf(basename(one), name))
        return { path, name: from === undefined ? name : basename(from), origin: { kind: 'file' as const, path: from ?? name } }
      })
    if (kept.length > 0) await intake.takeIn({ paths: [], urls: [], recursive: false, upload: true, kept })
    for (const { forget } of all) await forget()
    for (const { path, isDraft } of keptCopies) if (isDraft) await files.remove(path)
  },
  /** One file that comes as bytes, under its own name (never a path). A stream that fails is a refused row. */
  takeInUpload: async (bytes: AsyncIterable<Uint8Array>, name: string): Promise<IntakeCounts> => {
    if (!isConnectionFileName(name)) return intake.takeInUpload(bytes, name)
    await offers.fromBytes(bytes, name)
    return nothing
  },
})
