import { type ColourShare, createColourCount } from './colors.ts'
import { type Ground, lookAtGround } from './ground.ts'
import { judgeSharpness, type Sharpness } from './sharpness.ts'

/** What the pixels of a view tell. Shares are 0 to 1. */
export type PixelFacts = {
  /** Share of pixels that are less than half opaque, and of those that are not fully opaque. */
  readonly transparent: number
  readonly notOpaque: number
  /** Of the visible pixels. */
  readonly colours: readonly ColourShare[]
  /** The frame along the edges: 3 % of the shorter side. Colours are those of its visible pixels, `white` and `transparent` of all of it. */
  readonly border: { readonly white: number; readonly transparent: number; readonly colours: readonly ColourShare[] }
  readonly ground: Ground
  readonly sharpness: Sharpness
}

/** A decoded picture, upright: RGBA, 8 bits, sRGB, row by row. */
export type View = { readonly data: Uint8Array; readonly width: number; readonly height: number }

/** Longest side of the view that is measured, in pixels. Limits of sharpness are fitted to it. */
export const viewSide = 1024
const whiteFrom = 245

/** Goes once over the pixels (RGBA). */
export const lookAtPixels = ({ data, width, height }: View): PixelFacts => {
  const frame = Math.max(1, Math.round(Math.min(width, height) * 0.03))
  const all = createColourCount()
  const edge = createColourCount()
  const grey = new Uint8Array(width * height)
  let [transparent, notOpaque, edgePixels, edgeWhite, edgeTransparent] = [0, 0, 0, 0, 0]
  for (let y = 0, at = 0; y < height; y += 1) {
    const isEdgeRow = y < frame || y >= height - frame
    for (let x = 0; x < width; x += 1, at += 1) {
      const r = data[at * 4] ?? 0
      const g = data[at * 4 + 1] ?? 0
      const b = data[at * 4 + 2] ?? 0
      const alpha = data[at * 4 + 3] ?? 0
      const isEdge = isEdgeRow || x < frame || x >= width - frame
      if (isEdge) edgePixels += 1
      if (alpha < 255) notOpaque += 1
      if (alpha < 128) {
        transparent += 1
        if (isEdge) edgeTransparent += 1
        grey[at] = 255
        continue
      }
      grey[at] = (r * 77 + g * 151 + b * 28) >> 8
      all.add(r, g, b)
      if (!isEdge) continue
      edge.add(r, g, b)
      if (r >= whiteFrom && g >= whiteFrom && b >= whiteFrom) edgeWhite += 1
    }
  }
  const pixels = width * height
  return {
    transparent: transparent / pixels,
    notOpaque: notOpaque / pixels,
    colours: all.shares(),
    border: { white: edgeWhite / edgePixels, transparent: edgeTransparent / edgePixels, colours: edge.shares() },
    ground: lookAtGround(data, width, height),
    sharpness: judgeSharpness(grey, width, height),
  }
}
