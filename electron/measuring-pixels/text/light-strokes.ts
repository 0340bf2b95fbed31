import type { GreyView } from './skew.ts'

/** A stroke is narrower than one of these, in pixels of the view: those of small letters, and of large ones. */
const reaches = [3, 8]
/** Least difference of grey values between a stroke and what is on either side of it, and most between the sides: at the edge of a thing they differ more. */
const limit = 20
/** Fewer strokes tell nothing, and neither do those of a scene, of which about as many are light as dark. */
const [fewest, clearly] = [60, 1.7]

/**
 * Whether narrow strokes, as letters have, are lighter than what is beside them; undefined: it isn't clear. The gaps between the letters of dark print are
 * light strokes, too, but fewer.
 */
export const hasLightStrokes = ({ data, width, height }: GreyView): boolean | undefined => {
  let [light, dark] = [0, 0]
  for (const reach of reaches)
    for (let y = 0; y < height; y += 1)
      for (let at = y * width + reach; at < (y + 1) * width - reach; at += 1) {
        const grey = data[at] ?? 0
        const before = (data[at - reach] ?? 0) - grey
        const after = (data[at + reach] ?? 0) - grey
        if (before - after >= limit || after - before >= limit) continue
        if (before >= limit && after >= limit) dark += 1
        else if (before <= -limit && after <= -limit) light += 1
      }
  return light + dark < fewest || Math.max(light, dark) < clearly * Math.min(light, dark) ? undefined : light > dark
}
