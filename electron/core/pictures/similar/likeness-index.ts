import { type Likeness, mostPoints, type Placement, readLikeness } from '../../../../shared/pictures/likeness.ts'
import { countBits, type PointPair, placePoints } from './place-points.ts'

/** Points are found by parts of their bits: a part that is equal is enough. Each is the first of its bits, and all have so many. */
const parts = [0, 14, 28, 44] as const
const partBits = 20
const outlineParts = [0, 16, 32, 48] as const
const outlineBits = 16
/** Bits of 64 that may differ. */
const mostPointBits = 14
const mostOutlineBits = 10
/** Of 255, per channel: a point, or a cell of the whole picture, in another color is something else. */
const mostPointColor = 24
const mostCellColor = 16
/** Ratios of width and height that differ by more are no mere resizing. */
const mostRatio = 1.04
/** A logo on every picture says nothing: only the last so many with the same bits are looked at. */
const mostAlike = 200
/** Points that a picture shares with another one before it is looked at closely. */
const leastShared = 2
/** Pictures that are looked at closely, and those that are proposed. */
const mostLookedAt = 100

export type Candidate = {
  readonly key: string
  /** Where the picture is in the candidate, in shares of their longer sides. */
  readonly placement: Placement
  /** Points that agree on it; 0: it was found as a whole. */
  readonly agreeing: number
}

/** The bits from one place on, of two halves. */
const bitsFrom = (first: number, second: number, from: number, count: number): number => {
  const low = from < 32 ? first >>> from : second >>> (from - 32)
  const high = from > 0 && from < 32 ? second << (32 - from) : 0
  return (low | high) & (2 ** count - 1)
}

/** Places for the first of each chain that an empty index begins with. */
const firstHeads = 1_024

const longer = (short: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> => {
  const long = new Int32Array(length)
  long.set(short)
  return long
}

/**
 * Numbers in chains, one for each value of a part. A few pictures take a few KB: a place for every value would take 4 MB for each part, in a command
 * that only looks whether there is something to compare. Until there is one, values share chains and are kept beside the numbers.
 */
export const createChains = (bits: number) => {
  let heads = new Int32Array(firstHeads).fill(-1)
  let next = new Int32Array(firstHeads)
  /** One more than the value of each number; 0: there is no such number. `null`: each value has a chain of its own. */
  let values: Int32Array<ArrayBuffer> | null = new Int32Array(firstHeads)
  let count = 0

  const link = (value: number, item: number): void => {
    const at = value & (heads.length - 1)
    next[item] = heads[at] as number
    heads[at] = item
  }
  /** In the order in which they came, so that the last one stays the first of its chain. */
  const spread = (known: Int32Array): void => {
    heads = new Int32Array(Math.min(2 ** bits, heads.length * 4)).fill(-1)
    for (const [item, kept] of known.entries()) if (kept > 0) link(kept - 1, item)
    if (heads.length === 2 ** bits) values = null
  }

  return {
    /** Each number is greater than those before it. */
    add: (value: number, item: number): void => {
      if (item >= next.length) {
        const length = Math.max(item + 1, next.length * 2)
        next = longer(next, length)
        if (values) values = longer(values, length)
      }
      if (values) values[item] = value + 1
      link(value, item)
      count++
      if (values && count > heads.length) spread(values)
    },
    /** The last ones first. */
    walk: (value: number, visit: (item: number) => void): void => {
      let item = heads[value & (heads.length - 1)] as number
      for (let seen = 0; item >= 0 && seen < mostAlike; item = next[item] as number) {
        if (values && values[item] !== value + 1) continue
        visit(item)
        seen++
      }
    },
  }
}

const isColorNear = (one: ArrayLike<number>, other: ArrayLike<number>, most: number): boolean => {
  for (let at = 0; at < one.length; at++) if (Math.abs((one[at] as number) - (other[at] as number)) > most) return false
  return true
}

const countDifferent = (one: readonly [number, number], other: readonly [number, number]): number =>
  countBits(one[0] ^ other[0]) + countBits(one[1] ^ other[1])

/** Every point of one with those of the other that look like it. */
const pairPoints = (one: Likeness, other: Likeness): PointPair[] => {
  const pairs: PointPair[] = []
  for (const from of one.points)
    for (const to of other.points)
      if (
        Math.abs(from.red - to.red) <= mostPointColor &&
        Math.abs(from.green - to.green) <= mostPointColor &&
        Math.abs(from.blue - to.blue) <= mostPointColor &&
        countBits(from.first ^ to.first) + countBits(from.second ^ to.second) <= mostPointBits
      )
        pairs.push({ from, to })
  return pairs
}

const longerOf = ({ width, height }: Likeness): number => Math.max(width, height)

/** Where `one` is in `other`; `undefined`: nothing suggests that they show the same. */
const place = (one: Likeness, other: Likeness): Omit<Candidate, 'key'> | undefined => {
  const found = placePoints(pairPoints(one, other))
  if (found) {
    const placement = {
      scale: (found.scale * longerOf(one)) / longerOf(other),
      left: found.left / longerOf(other),
      top: found.top / longerOf(other),
    }
    return { placement, agreeing: found.agreeing }
  }
  const ratio = (one.width * other.height) / (one.height * other.width)
  const isWhole =
    Math.max(ratio, 1 / ratio) <= mostRatio &&
    countDifferent(one.outline, other.outline) <= mostOutlineBits &&
    isColorNear(one.cells, other.cells, mostCellColor)
  return isWhole ? { placement: { scale: 1, left: 0, top: 0 }, agreeing: 0 } : undefined
}

export type LikenessIndex = ReturnType<typeof createLikenessIndex>

/**
 * Likenesses in memory, in which those are found that may show the same as another one. Adding and finding take the same time however many
 * there are, but for the length of their chains, which is limited. About 1 KB a picture.
 */
export const createLikenessIndex = () => {
  const keys: string[] = []
  const kept: Uint8Array[] = []
  const pointChains = parts.map(() => createChains(partBits))
  const outlineChains = outlineParts.map(() => createChains(outlineBits))

  /** By picture: the points shared with the wanted one, and the last of its points that was counted. */
  let counts = new Uint8Array(1_024)
  let lastPoints = new Int32Array(1_024)
  let pointsSeen = 0

  /** How many points each picture shares with this one, of those that share enough. */
  const countShared = (wanted: Likeness): { readonly picture: number; readonly count: number }[] => {
    if (counts.length < keys.length) {
      counts = new Uint8Array(2 * keys.length)
      lastPoints = new Int32Array(2 * keys.length)
    }
    const found: number[] = []
    const visit = (item: number): void => {
      const picture = Math.floor(item / mostPoints)
      if (lastPoints[picture] === pointsSeen) return
      lastPoints[picture] = pointsSeen
      const count = (counts[picture] as number) + 1
      counts[picture] = count
      if (count === 1) found.push(picture)
    }
    for (const { first, second } of wanted.points) {
      pointsSeen++
      for (const [at, from] of parts.entries()) pointChains[at]?.walk(bitsFrom(first, second, from, partBits), visit)
    }
    const shared: { readonly picture: number; readonly count: number }[] = []
    for (const picture of found) {
      const count = counts[picture] as number
      if (count >= leastShared) shared.push({ picture, count })
      counts[picture] = 0
    }
    return shared
  }

  /** The pictures that share points, or their outline, with this one; those that share most first. */
  const gather = (wanted: Likeness): number[] => {
    const shared = countShared(wanted).sort((one, other) => other.count - one.count || other.picture - one.picture)
    const asWhole = new Set<number>()
    for (const [at, from] of outlineParts.entries())
      outlineChains[at]?.walk(bitsFrom(wanted.outline[0], wanted.outline[1], from, outlineBits), (item) => void asWhole.add(item))
    return [...new Set([...shared.slice(0, mostLookedAt).map(({ picture }) => picture), ...asWhole])]
  }

  return {
    count: (): number => keys.length,
    /** Bytes of another version are left out. */
    add: (key: string, bytes: Uint8Array): void => {
      const likeness = readLikeness(bytes)
      if (!likeness) return
      const picture = keys.push(key) - 1
      kept.push(bytes)
      for (const [index, { first, second }] of likeness.points.entries())
        for (const [at, from] of parts.entries())
          pointChains[at]?.add(bitsFrom(first, second, from, partBits), picture * mostPoints + index)
      for (const [at, from] of outlineParts.entries())
        outlineChains[at]?.add(bitsFrom(likeness.outline[0], likeness.outline[1], from, outlineBits), picture)
    },
    /** Pictures that may show the same, the likeliest first. They are to be compared: this is no proof. */
    find: (bytes: Uint8Array, most: number): Candidate[] => {
      const wanted = readLikeness(bytes)
      if (!wanted) return []
      const candidates: Candidate[] = []
      for (const picture of gather(wanted)) {
        const other = readLikeness(kept[picture] as Uint8Array)
        const placed = other && place(wanted, other)
        if (placed) candidates.push({ key: keys[picture] as string, ...placed })
      }
      return candidates.sort((one, other) => other.agreeing - one.agreeing).slice(0, most)
    },
  }
}
