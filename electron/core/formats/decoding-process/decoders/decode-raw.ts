import sharp from 'sharp'
import { maxPixels } from '../../kinds/identified.ts'
import { toWorkerError } from '../decoding-messages.ts'
import type { DecodedPicture } from './decoded-picture.ts'
import { findEmbeddedJpegs, isAdobeRgb, type RawContents } from './find-embedded-jpegs.ts'
import { adobeRgbProfile } from './nclx-profile.ts'

/** EXIF of texts alone (Exif 2.32, section 4.5.2): a directory, then what doesn't fit into its entries. */
const toExif = (words: RawContents['words']): Uint8Array => {
  const head = Buffer.alloc(8 + 2 + 12 * words.size + 4)
  head.write('II*\0', 'latin1')
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(words.size, 8)
  const texts: Buffer[] = []
  let end = head.length
  for (const [index, [tag, text]] of [...words].toSorted(([one], [other]) => one - other).entries()) {
    const at = 10 + 12 * index
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE(2, at + 2)
    head.writeUInt32LE(text.length, at + 4)
    if (text.length <= 4) head.set(text, at + 8)
    else {
      head.writeUInt32LE(end, at + 8)
      texts.push(Buffer.from(text), Buffer.alloc(text.length % 2))
      end += text.length + (text.length % 2)
    }
  }
  return Buffer.concat([head, ...texts])
}

/** A camera's own picture, inside its raw file: the largest that there is, turned as the raw file says. */
export const decodeRaw = async (bytes: Uint8Array): Promise<DecodedPicture> => {
  const raw = findEmbeddedJpegs(bytes)
  const { jpeg, isCutOff, orientation, words } = raw
  if (isCutOff) throw toWorkerError({ kind: 'picture-cut-off' })
  if (!jpeg) throw toWorkerError({ kind: 'raw-without-jpeg' })
  const { width, height } = jpeg
  const picture = sharp(jpeg.bytes, { failOn: 'error', limitInputPixels: maxPixels })
  const metadata = await picture.metadata()
  const hasOtherColors =
    !metadata.hasProfile && (jpeg.isAdobeRgb ?? (raw.isAdobeRgb || (metadata.exif !== undefined && isAdobeRgb(metadata.exif))))
  // libvips converts what has a profile: then it is in sRGB from here on.
  const pixels = await picture.toColourspace('srgb').removeAlpha().raw({ depth: 'uchar' }).toBuffer()
  const exif = metadata.exif ?? (words.size > 0 ? toExif(words) : undefined)
  return {
    width,
    height,
    colors: 'rgb',
    hasAlpha: false,
    depth: 8,
    pixels,
    orientation: orientation ?? metadata.orientation ?? 1,
    reading: { embedded: { width, height } },
    ...(hasOtherColors ? { icc: adobeRgbProfile() } : {}),
    ...(exif ? { exif } : {}),
    ...(metadata.xmp ? { xmp: metadata.xmp } : {}),
  }
}
