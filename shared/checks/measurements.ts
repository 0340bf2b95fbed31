/** A part of the upright picture, in pixels. */
export type PictureBox = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

/** What was measured from one original’s pixels. Lengths in pixels of the upright picture, shares 0 to 1, colors 0 to 255 in sRGB. */
export type PictureMeasurement = {
  /** `MEASURING_VERSION`; a picture with another number is measured again. */
  readonly measuredBy: number
  readonly width: number
  readonly height: number
  /** Has pixels that are really transparent. */
  readonly transparent: boolean
  readonly background: PictureBackground
  /** The smallest box around what is not background; null where it can’t be told (no even ground). */
  readonly subject: PictureBox | null
  readonly sharpness: { readonly value: number; readonly verdict: SharpnessVerdict }
  /** Read by OCR, in a process of its own; null where `textUnread` says why. */
  readonly text: PictureText | null
  readonly textUnread?: TextUnread
}

/** What is measured without reading print. */
export type MeasuredPixels = Omit<PictureMeasurement, 'text' | 'textUnread'>

/** The ground along the picture’s border, and what is connected to it. */
export type PictureBackground = {
  /** Of an opaque ground, its usual color; null where no plain ground was found. */
  readonly color: readonly [number, number, number] | null
  /** One color, soft shadows aside. */
  readonly even: boolean
  /** Share of the ground’s pixels that are 255, 255, 255. */
  readonly pureWhiteShare: number
}

/** `unknown`: nothing in the picture has edges by which it could be judged. */
export type SharpnessVerdict = 'sharp' | 'soft' | 'blurred' | 'unknown'

/** `areaShare`: how much of the picture the words’ boxes cover. `isUnreadable`: something may be print, but no word of it is sure. */
export type PictureText = { readonly words: readonly string[]; readonly areaShare: number; readonly isUnreadable?: true }

/** Why no text is known: it is read later, could not be read, or reading is switched off. */
export type TextUnread = 'not-yet' | 'failed' | 'off'

/** Counts the changes of electron/measuring-pixels/ that give other results. */
export const measuringVersion = 5
