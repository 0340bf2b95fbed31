import type { ImageFormat, SentFormat } from './picture-formats.ts'
import type { UnsupportedKind } from './unsupported-kinds.ts'

/** Of Photoshop documents: colors that are not decoded. */
export type PsdKind = 'bitmap' | 'duotone' | 'lab' | 'multichannel' | '32-bit'

/** Of TIFFs: how they are stored. `samples`: bits or channels. `numbers`: of 32 bits, or with a sign, without a fraction. */
export type TiffKind = 'old-jpeg' | 'compression' | 'samples' | 'numbers' | 'tiled-planes'
type RareTiff = { readonly kind: 'tiff-of-rare-kind'; readonly is: TiffKind }

/** Seen in a file's first bytes, before anything decodes it. */
export type HeaderFailure =
  | { readonly kind: 'file-empty' }
  | { readonly kind: 'file-of-other-kind'; readonly is: UnsupportedKind }
  | { readonly kind: 'file-of-unknown-kind' }
  | { readonly kind: 'header-without-pixels'; readonly width: number; readonly height: number }
  /** `limit`: the most pixels of a picture of this form. */
  | {
      readonly kind: 'too-many-pixels'
      readonly width: number
      readonly height: number
      readonly limit: number
      readonly form: 'usual' | 'interlaced-png' | 'progressive-jpeg' | 'avif' | 'gif' | 'heic' | 'psd' | 'jxl' | 'jxl-with-profile' | 'jp2'
    }
  | { readonly kind: 'header-damaged'; readonly format: ImageFormat }
  /** Shorter than its own header says. */
  | { readonly kind: 'header-cut-off' }
  /** Packed as fax, JPEG or PNG, for printers and OS/2. */
  | { readonly kind: 'bmp-of-rare-kind' }
  /** Other than gray or three colors, or placed in a way that the decoder gives wrongly. */
  | { readonly kind: 'jp2-of-rare-kind' }
  /** In CMYK. */
  | { readonly kind: 'jxl-of-rare-kind' }
  | RareTiff
  | { readonly kind: 'psd-of-other-kind'; readonly is: PsdKind }
  | { readonly kind: 'png-cut-off-in-header' }
  /** CgBI, which Xcode makes of the PNGs of an iOS app. */
  | { readonly kind: 'png-of-apple-app' }
  | { readonly kind: 'jpeg-cut-off-in-header' }
  /** Of 12 bits, lossless or hierarchical. */
  | { readonly kind: 'jpeg-of-rare-kind' }
  | { readonly kind: 'jpeg-without-picture' }
  | { readonly kind: 'jpeg-metadata-too-long'; readonly maxBytes: number }

/** What the image process says of a picture. It may be taken over by one: core/formats/decoding-process/decoding-messages.ts parses each of these. */
export type DecodingFailure =
  | { readonly kind: 'picture-gone' }
  | { readonly kind: 'picture-unreadable' }
  | { readonly kind: 'picture-over-pixel-limit'; readonly limit: number; readonly isProgressive: boolean }
  /** As small as it can be made, in the format that it is sent in. */
  | { readonly kind: 'picture-over-largest-file'; readonly format: SentFormat; readonly bytes: number; readonly largestBytes: number }
  | { readonly kind: 'picture-cut-off' }
  /** Its data ends before its last line. */
  | { readonly kind: 'picture-part-missing' }
  | { readonly kind: 'picture-damaged-or-cut-off' }
  /** `said`: the decoder's own words. */
  | { readonly kind: 'picture-undecodable'; readonly said: string }
  | { readonly kind: 'picture-needs-too-much-memory' }
  /** Descriptions and color profile: more than libraries read. */
  | { readonly kind: 'picture-metadata-too-long'; readonly maxBytes: number }
  | { readonly kind: 'picture-not-as-header-says'; readonly format: ImageFormat }
  | RareTiff
  /** A camera’s raw file that has no JPEG for screens in it. */
  | { readonly kind: 'raw-without-jpeg' }
  /** Saved without what programs show that don't read layers. */
  | { readonly kind: 'psd-without-merged-picture' }
  | { readonly kind: 'thumbnail-without-room' }
  /** `said`: the system's code, or its words. */
  | { readonly kind: 'thumbnail-unwritten'; readonly said: string }
  | { readonly kind: 'conversion-without-room' }
  /** `said`: the system's code, or its words. */
  | { readonly kind: 'conversion-unwritten'; readonly said: string }

type ImageProcessFailure =
  | { readonly kind: 'decoding-cancelled' }
  | { readonly kind: 'decoding-over-time'; readonly limitMs: number }
  | { readonly kind: 'decoding-over-memory'; readonly limitBytes: number }
  | { readonly kind: 'image-process-unstarted' }
  /** Both `null`: it could not be started. */
  | { readonly kind: 'image-process-ended'; readonly signal: string | null; readonly exitCode: number | null }
  | { readonly kind: 'image-process-answer-odd' }

/** `name`: of the file or folder. */
type FileFailure =
  | { readonly kind: 'file-gone'; readonly name: string }
  /** Its name, or that of a folder around it, is not UTF-8. */
  | { readonly kind: 'file-name-unreadable'; readonly name: string }
  | { readonly kind: 'file-not-permitted'; readonly name: string }
  /** `said`: the system's code, or its words. */
  | { readonly kind: 'file-read-failed'; readonly name: string; readonly said: string }
  | { readonly kind: 'file-without-room'; readonly name: string }
  | { readonly kind: 'file-over-limit'; readonly name: string; readonly maxBytes: number }
  /** Whoever sent it stopped before its end. */
  | { readonly kind: 'file-incomplete'; readonly name: string }
  /** A picture that is to be sent in another format. */
  | { readonly kind: 'picture-not-converted'; readonly name: string }
  /** Another app's folder, which looks like one document. */
  | { readonly kind: 'path-is-photo-library'; readonly name: string }
  /** A device, a socket. */
  | { readonly kind: 'path-is-no-file'; readonly name: string }
  | { readonly kind: 'path-is-link-to-folder'; readonly name: string }
  | { readonly kind: 'path-is-link-to-nothing'; readonly name: string }
  /** Packshot ends. */
  | { readonly kind: 'adding-stopped' }

/** A picture that is fetched from its address. */
type FetchFailure =
  | { readonly kind: 'picture-address-not-web'; readonly url: string }
  | { readonly kind: 'picture-address-refused'; readonly url: string; readonly status: number }
  | { readonly kind: 'picture-address-is-page'; readonly url: string }
  | { readonly kind: 'picture-address-unreachable'; readonly url: string }
  | { readonly kind: 'download-over-limit'; readonly url: string; readonly maxBytes: number }
  | { readonly kind: 'download-silent'; readonly url: string; readonly afterMs: number }
  | { readonly kind: 'download-too-slow'; readonly url: string; readonly afterMs: number }

/** `named`: what a person called it by, an id or a file name. */
type ChoiceFailure =
  | { readonly kind: 'library-empty' }
  | { readonly kind: 'picture-ambiguous'; readonly named: string }
  | { readonly kind: 'picture-unknown'; readonly named: string }
  | { readonly kind: 'picture-not-in-library'; readonly imageId: string }
  /** A sheet was opened for a selection, but the core no longer keeps it. */
  | { readonly kind: 'selection-not-kept' }

/** Why a file is not added, and what can go wrong with pictures that are. */
export type PicturesFailure = HeaderFailure | DecodingFailure | ImageProcessFailure | FileFailure | FetchFailure | ChoiceFailure
