import type { PictureBox } from '../../shared/checks/measurements.ts'
import { type FrameGround, plainGround, shadowOnGround, spreadGround, thing } from './find-ground.ts'
import type { View } from './look-at-pixels.ts'

/** A spot with less than this share of everything that is not ground, or with fewer pixels, is dust. */
const leastShare = 0.002
const leastPixels = 20
/** Less of the view than this is no product: what looked like a soft shadow was one. */
const leastSubject = 0.002

type Spot = { readonly pixels: number; readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** Pixels that hang together and belong to the thing; corners touch, too. */
const findSpots = (parts: Uint8Array, width: number, height: number): Spot[] => {
  const seen = new Uint8Array(parts.length)
  const spots: Spot[] = []
  for (let start = 0; start < parts.length; start += 1) {
    if (parts[start] !== thing || seen[start] === 1) continue
    seen[start] = 1
    const open = [start]
    let [pixels, left, top, right, bottom] = [0, width, height, 0, 0]
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const x = place % width
      const y = (place - x) / width
      pixels += 1
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x)
      bottom = Math.max(bottom, y)
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const next = row * width + column
          if (parts[next] !== thing || seen[next] === 1) continue
          seen[next] = 1
          open.push(next)
        }
    }
    spots.push({ pixels, left, top, right, bottom })
  }
  return spots
}

const countThing = (parts: Uint8Array): number => {
  let pixels = 0
  for (const part of parts) if (part === thing) pixels += 1
  return pixels
}

/** A large soft area whose border is crisp is no shadow but glass, or something as pale: so much of the view, and of its border to the plain ground. */
const [leastGlass, leastCrispBorder] = [0.04, 0.4]
/** Difference in a channel from one pixel inside a border to two outside, from which it is crisp. */
const crispFrom = 10

/** Takes glass back from the shadows, which it is taken for because its colors are the ground's. */
const takeGlassBack = ({ data, width, height }: View, parts: Uint8Array): Uint8Array => {
  const seen = new Uint8Array(parts.length)
  const isInside = (x: number, y: number): boolean => x >= 0 && x < width && y >= 0 && y < height
  const differ = (a: number, b: number): boolean =>
    [0, 1, 2].some((channel) => Math.abs((data[a * 4 + channel] ?? 0) - (data[b * 4 + channel] ?? 0)) > crispFrom)
  for (let start = 0; start < parts.length; start += 1) {
    if (parts[start] !== shadowOnGround || seen[start] === 1) continue
    seen[start] = 1
    const area = [start]
    let [border, crisp] = [0, 0]
    for (const place of area) {
      const x = place % width
      const y = (place - x) / width
      for (const [right, down] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        if (!isInside(x + right, y + down)) continue
        const step = right + down * width
        const next = place + step
        if (parts[next] === shadowOnGround && seen[next] === 0) {
          seen[next] = 1
          area.push(next)
        }
        if (parts[next] !== plainGround || parts[place - step] === thing) continue
        if (!isInside(x - right, y - down) || !isInside(x + 2 * right, y + 2 * down)) continue
        border += 1
        if (differ(place - step, place + 2 * step)) crisp += 1
      }
    }
    if (area.length >= leastGlass * parts.length && crisp >= leastCrispBorder * border && border > 0)
      for (const place of area) parts[place] = thing
  }
  return parts
}

/** What belongs to the ground. A picture whose every part looks like a soft shadow has a soft thing. */
export const partView = (view: View, ground: Exclude<FrameGround, { kind: 'uneven' }>): Uint8Array => {
  const whole = spreadGround(view, ground, true)
  return countThing(whole) >= leastSubject * whole.length ? takeGlassBack(view, whole) : spreadGround(view, ground, false)
}

/** The smallest box around what is not ground, in pixels of a picture that is `scale` times the view; null: nothing is. */
export const findSubject = (
  parts: Uint8Array,
  { width, height }: View,
  picture: Pick<PictureBox, 'width' | 'height'>,
): PictureBox | null => {
  const spots = findSpots(parts, width, height)
  const all = spots.reduce((sum, { pixels }) => sum + pixels, 0)
  const kept = spots.filter(({ pixels }) => pixels >= Math.max(leastPixels, all * leastShare))
  if (kept.length === 0) return null
  const [across, down] = [picture.width / width, picture.height / height]
  const left = Math.floor(Math.min(...kept.map((spot) => spot.left)) * across)
  const top = Math.floor(Math.min(...kept.map((spot) => spot.top)) * down)
  const right = Math.min(picture.width, Math.ceil((Math.max(...kept.map((spot) => spot.right)) + 1) * across))
  const bottom = Math.min(picture.height, Math.ceil((Math.max(...kept.map((spot) => spot.bottom)) + 1) * down))
  return { left, top, width: right - left, height: bottom - top }
}
