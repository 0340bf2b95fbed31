/** A colour that has a name; several shades may share one. */
// biome-ignore format: a table
const shades: readonly (readonly [string, string])[] = [
  ['white', 'ffffff'], ['white', 'f7f7f7'], ['light gray', 'e6e6e6'], ['light gray', 'd6d6d6'], ['light gray', 'c0c0c0'], ['gray', 'a0a0a0'], ['gray', '808080'], ['dark gray', '505050'],
  ['black', '000000'], ['black', '1c1c1c'], ['red', 'e01b1b'], ['red', 'ff3030'], ['dark red', '8b0f14'], ['pink', 'ff9ec0'],
  ['pink', 'f8c8d8'], ['magenta', 'e0108f'], ['magenta', 'ff00ff'], ['orange', 'ff8c1a'], ['orange', 'f26b1d'], ['peach', 'ffcfa8'],
  ['yellow', 'ffe600'], ['yellow', 'f5d033'], ['light yellow', 'fff4a3'], ['gold', 'c9a227'], ['beige', 'e8dcc0'], ['cream', 'fdf6e0'],
  ['light brown', 'b98a5a'], ['brown', '8b5a2b'], ['brown', '6b4423'], ['dark brown', '3e2716'], ['olive', '80802a'], ['lime', 'a8e61d'],
  ['green', '1fa02c'], ['green', '3cc04a'], ['green', '00ff00'], ['dark green', '0f4d1c'], ['light green', 'a8e6a1'], ['mint', 'b5f0d8'],
  ['teal', '0f8080'], ['turquoise', '30d5c8'], ['turquoise', '00ffff'], ['light blue', 'a8d4f5'], ['light blue', '87bdeb'], ['blue', '1e5fd8'],
  ['blue', '0000ff'], ['blue', '3b82f6'], ['dark blue', '14285f'], ['violet', '7a3fd0'], ['purple', '80208c'], ['dark purple', '3d1050'],
  ['lavender', 'c9b6ee'], ['salmon', 'fa8072'],
  // Muted ones, which lie nearer to a gray or a brown than to the pure colour of their name.
  ['blue', '4682b4'], ['blue', '5b7c99'], ['blue', '225588'], ['dark blue', '2b4f81'], ['teal', '0f4c5c'], ['teal', '5f9ea0'],
  ['beige', 'd2b48c'], ['peach', 'e0ac89'], ['pink', 'c9a0a0'], ['dark red', '5a1a2a'], ['red', 'c01818'], ['purple', '673147'],
  ['light green', '9caf88'], ['dark gray', '2a3439'], ['dark gray', '36454f'],
  // Pale ones, as grounds of studio pictures are, and leaves and glass.
  ['beige', 'e6ddcf'], ['beige', 'e8e2d6'], ['beige', 'd8ccb8'], ['beige', 'c4b596'], ['light brown', 'a8946e'], ['light blue', 'cfe6ee'], ['light blue', 'b9dde8'],
  ['lavender', 'e0d8ec'], ['lavender', 'cfc4e0'], ['dark green', '3a5a24'], ['green', '5f8a3f'], ['green', '7cb342'], ['light green', 'c5e1a5'],
]

type Lab = readonly [number, number, number]

const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

/** sRGB (0–255) in Oklab, where distance is about what the eye sees (Ottosson, 2020). */
export const toLab = (red: number, green: number, blue: number): Lab => {
  const [r, g, b] = [linear[red] ?? 0, linear[green] ?? 0, linear[blue] ?? 0]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

const named = shades.map(([name, hex]) => ({
  name,
  lab: toLab(Number.parseInt(hex.slice(0, 2), 16), Number.parseInt(hex.slice(2, 4), 16), Number.parseInt(hex.slice(4, 6), 16)),
}))
const colourNames = [...new Set(named.map(({ name }) => name))]

const nearestName = (lab: Lab): number => {
  let best = named[0]
  let least = Number.POSITIVE_INFINITY
  for (const candidate of named) {
    const distance = (lab[0] - candidate.lab[0]) ** 2 + (lab[1] - candidate.lab[1]) ** 2 + (lab[2] - candidate.lab[2]) ** 2
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  return colourNames.indexOf(best?.name ?? '')
}

/** A colour of 5 bits a channel. */
const keyOf = (red: number, green: number, blue: number): number => ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3)
const keys = 32 * 32 * 32

/** The name's number for each; worked out when first needed. */
const memory = new Int16Array(keys).fill(-1)

const nameIndex = (key: number): number => {
  const known = memory[key] ?? -1
  if (known >= 0) return known
  const widen = (value: number) => Math.round(((value & 31) * 255) / 31)
  const index = nearestName(toLab(widen(key >> 10), widen(key >> 5), widen(key)))
  memory[key] = index
  return index
}

export const nameColour = (red: number, green: number, blue: number): string => colourNames[nameIndex(keyOf(red, green, blue))] ?? ''

export type ColourShare = {
  readonly name: string
  /** Share of the counted pixels, 0 to 1. */
  readonly share: number
}

/** Counts pixels by colour name; each colour is named once, in the end. */
export const createColourCount = () => {
  const seen = new Uint32Array(keys)
  return {
    add: (red: number, green: number, blue: number): void => {
      const key = keyOf(red, green, blue)
      seen[key] = (seen[key] ?? 0) + 1
    },
    /** Largest share first. */
    shares: (): ColourShare[] => {
      const counts = new Float64Array(colourNames.length)
      let total = 0
      for (let key = 0; key < keys; key += 1) {
        const count = seen[key] ?? 0
        if (count === 0) continue
        const index = nameIndex(key)
        counts[index] = (counts[index] ?? 0) + count
        total += count
      }
      return [...counts]
        .map((count, index) => ({ name: colourNames[index] ?? '', share: total === 0 ? 0 : count / total }))
        .filter(({ share }) => share > 0)
        .sort((a, b) => b.share - a.share)
    },
  }
}
