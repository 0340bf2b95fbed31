import type { ConnectionOffers } from './connections/connection-offers.ts'
import { isConnectionFileName } from './connections/offer-source.ts'
import type { createCoreIntake } from './core-intake.ts'
import type { IntakeCounts } from './core-types.ts'

type Ports = { readonly intake: ReturnType<typeof createCoreIntake>; readonly offers: ConnectionOffers }

const nothing: IntakeCounts = { added: 0, known: 0, refused: 0 }

/** What a person hands to a host: pictures are taken in, connection files among them are offered. */
export const createHandOver = ({ intake, offers }: Ports) => ({
  /** Files and folders; only their numbers cross to a window. Rejects as intake does (`disk-full`). */
  takeInFiles: async (paths: readonly string[], recursive = true): Promise<IntakeCounts> => {
    const pictures = paths.filter((path) => !isConnectionFileName(path))
    for (const path of paths) if (isConnectionFileName(path)) await offers.fromFile(path)
    return pictures.length === 0 ? nothing : intake.takeInFiles(pictures, recursive)
  },
  /** One file that comes as bytes, under its own name (never a path). A stream that fails is a refused row. */
  takeInUpload: async (bytes: AsyncIterable<Uint8Array>, name: string): Promise<IntakeCounts> => {
    if (!isConnectionFileName(name)) return intake.takeInUpload(bytes, name)
    await offers.fromBytes(bytes, name)
    return nothing
  },
})
