import type { SendingSettings } from '../../../../shared/service/sending-shapes.ts'
import type { StoredImage } from './picture-store.ts'
import { nameFile, nameSentFile } from './same-file.ts'
import type { MadeSource } from './source-store.ts'

/** The sources of a picture in a workspace, beside what it would get of it now. */
export type ComparedFiles = {
  /** The newest source of the file that the workspace would get now; `undefined`: it has none. */
  readonly current: MadeSource | undefined
  /** Sources of other files of the picture: of earlier settings or versions. */
  readonly earlier: readonly MadeSource[]
  /** It is to be sent again, or another source of it is to count. */
  readonly isOutdated: boolean
}

/** `made`: as `SourceStore.madeOfEach` lists them. */
export const compareFiles = (image: StoredImage, made: readonly MadeSource[], settings: SendingSettings): ComparedFiles => {
  const wanted = nameFile(image, settings)
  const isCurrent = (one: MadeSource): boolean => one.version === image.version && nameSentFile(image, one.settings) === wanted
  const current = made.find(isCurrent)
  const counting = made.find((one) => one.version === image.version)
  return { current, earlier: made.filter((one) => !isCurrent(one)), isOutdated: made.length > 0 && (!current || counting !== current) }
}

/** Which sources the one that counts takes the place of: [earlier one, the one that counts]. */
export const listReplaced = (image: StoredImage, made: readonly MadeSource[]): (readonly [string, string])[] => {
  const counting = made.find((one) => one.version === image.version)
  if (!counting) return []
  const file = nameSentFile(image, counting.settings)
  const isSame = (one: MadeSource): boolean => one.version === image.version && nameSentFile(image, one.settings) === file
  return made.filter((one) => !isSame(one)).map((one) => [one.sourceId, counting.sourceId] as const)
}
