import type { ConnectionOffers } from './connections/connection-offers.ts'
import { isConnectionFileName } from './connections/offer-source.ts'
import type { createCoreIntake } from './core-intake.ts'
import type { IntakeCounts } from './core-types.ts'
import type { createUnfinishedIntakes } from './intake/unfinished-intakes.ts'
import type { ImageStore } from './library/image-store.ts'

type Ports = {
  readonly intake: ReturnType<typeof createCoreIntake>
  readonly unfinished: ReturnType<typeof createUnfinishedIntakes>
  readonly images: Pick<ImageStore, 'pathsSince'>
  readonly offers: ConnectionOffers
}

const nothing: IntakeCounts = { added: 0, known: 0, refused: 0 }

/** What a person hands to a host: pictures are taken in, connection files among them are offered. */
export const createHandOver = ({ intake, unfinished, images, offers }: Ports) => ({
  /**
   * Files and folders; only their numbers cross to a window. Rejects as intake does (`disk-full`), and with `cancelled` where Packshot
   * ended before; what is left then is taken in by `takeInUnfinished` of the next start.
   */
  takeInFiles: async (paths: readonly string[], recursive = true): Promise<IntakeCounts> => {
    const pictures = paths.filter((path) => !isConnectionFileName(path))
    for (const path of paths) if (isConnectionFileName(path)) await offers.fromFile(path)
    if (pictures.length === 0) return nothing
    const forget = await unfinished.keep(pictures, recursive)
    const counts = await intake.takeInFiles(pictures, recursive)
    await forget()
    return counts
  },
  /** Goes on with what an earlier run was handed and did not take in whole. */
  takeInUnfinished: async (): Promise<void> => {
    for (const { paths, recursive, at, forget } of await unfinished.read()) {
      const before = images.pathsSince(at)
      await intake.takeInFiles(paths, recursive, (path) => before.has(path))
      await forget()
    }
  },
  /** One file that comes as bytes, under its own name (never a path). A stream that fails is a refused row. */
  takeInUpload: async (bytes: AsyncIterable<Uint8Array>, name: string): Promise<IntakeCounts> => {
    if (!isConnectionFileName(name)) return intake.takeInUpload(bytes, name)
    await offers.fromBytes(bytes, name)
    return nothing
  },
})
