import type { Personal } from './personal.ts'
import { withoutPersonalExif } from './personal-exif.ts'
import { withoutPersonalXmp } from './personal-xmp.ts'

/** Bytes of EXIF and of XMP that a converted picture keeps. A segment of a JPEG holds 64 KB; longer metadata would stop the encoder, or be cut. */
export const mostKeptMetadata = 60_000

const isKept = (metadata: Buffer | undefined): metadata is Buffer => metadata !== undefined && metadata.length <= mostKeptMetadata

/** What a converted picture's metadata tells of people: that of its original, as far as it is kept. */
export const findPersonal = ({
  exif,
  xmp,
}: {
  readonly exif?: Buffer | undefined
  readonly xmp?: Buffer | undefined
}): readonly Personal[] => {
  const found = new Set<Personal>()
  if (isKept(exif)) for (const one of withoutPersonalExif(exif).removed) found.add(one)
  if (isKept(xmp)) for (const one of withoutPersonalXmp(xmp.toString('utf8')).removed) found.add(one)
  return [...found].toSorted()
}
