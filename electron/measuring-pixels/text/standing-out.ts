import type { PreparedPicture } from './prepare-picture.ts'
import type { ReadWord } from './recogniser.ts'

/** Least difference of grey values between ink and ground; the noise of photographs, which may look like short words, has less. */
const leastContrast = 28

/** The difference between the darkest and the lightest grey values of a box, a twentieth at either end left out. */
const contrastIn = (grey: Uint8Array, width: number, { left, top, width: across, height: down }: ReadWord['box']): number => {
  const counts = new Uint32Array(256)
  for (let y = top; y < top + down; y += 1)
    for (let at = y * width + left; at < y * width + left + across; at += 1) counts[grey[at] ?? 0] = (counts[grey[at] ?? 0] ?? 0) + 1
  const valueAt = (share: number): number => {
    let seen = 0
    return counts.findIndex((count) => {
      seen += count
      return seen >= across * down * share
    })
  }
  return valueAt(0.95) - valueAt(0.05)
}

/** The words that stand out from their ground on the prepared picture on which they were found. */
export const keepStandingOut = ({ grey }: PreparedPicture, words: readonly ReadWord[]): readonly ReadWord[] =>
  words.filter(({ box }) => contrastIn(grey.data, grey.width, box) >= leastContrast)
