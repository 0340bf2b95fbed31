import { sendingFor } from '../../../shared/service/sending.ts'
import type { ImageStore, StoredImage } from '../pictures/library/picture-store.ts'
import { nameFile, nameSentFile } from '../pictures/library/same-file.ts'
import type { SourceStore } from '../pictures/library/source-store.ts'
import type { ConnectionStore } from '../workspaces/connections/connection-store.ts'

export type JudgedFilePorts = {
  readonly images: Pick<ImageStore, 'get' | 'ofVersion'>
  readonly sources: Pick<SourceStore, 'madeFrom' | 'countingOf'>
  readonly connections: Pick<ConnectionStore, 'active'>
}

/**
 * The file of a picture that a product has or gets. `earlier`: the workspace has another one than the picture would be sent as now, made from this
 * original with these settings (as of `sources`); `null`: it has the current one, or none.
 */
export type JudgedFile = { readonly image: StoredImage; readonly earlier: { readonly of: StoredImage; readonly settings: string } | null }

/** The file behind a source; without one that of the source that counts, which is attached. `undefined`: it is no picture of the library. */
export const findJudgedFile = (
  { images, sources, connections }: JudgedFilePorts,
  imageId: string,
  sourceId: string | undefined,
): JudgedFile | undefined => {
  const image = images.get(imageId)
  const connection = connections.active()
  if (!image || !connection) return image && { image, earlier: null }
  const made = sourceId ? sources.madeFrom(connection.id, sourceId) : sources.countingOf(connection.id, imageId)
  if (made?.imageId !== imageId) return { image, earlier: null }
  const isCurrent = made.version === image.version && nameSentFile(image, made.settings) === nameFile(image, sendingFor(connection, image))
  const of = isCurrent ? undefined : images.ofVersion(imageId, made.version)
  return { image, earlier: of ? { of, settings: made.settings } : null }
}
