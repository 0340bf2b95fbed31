/** What is wrong with a pattern; `at`: the character, from 0. Words: answers/question-sets-error-words.ts. */
export type TextPatternProblem = {
  readonly kind: 'unclosed' | 'nothing-to-repeat' | 'unknown-escape' | 'wrong-range' | 'wrong-count' | 'unexpected' | 'too-large'
  readonly at: number
}

export type TextPattern =
  | { readonly kind: 'pattern'; readonly fits: (text: string) => boolean }
  | { readonly kind: 'refused'; readonly problem: TextPatternProblem }

type Takes = (character: string) => boolean

type Part =
  | { readonly kind: 'character'; readonly takes: Takes }
  | { readonly kind: 'all'; readonly parts: readonly Part[] }
  | { readonly kind: 'any'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly least: number; readonly most: number }

/** Places in a text that fits, after repeats were written out. A longer pattern is refused. */
const mostStates = 1_000
const mostRepeats = 500
/** Sets of places that are remembered with where a character leads from them. */
const mostKnown = 2_000

class Refused extends Error {
  readonly problem: TextPatternProblem
  constructor(kind: TextPatternProblem['kind'], at: number) {
    super(kind)
    this.problem = { kind, at }
  }
}

const classes: Readonly<Record<string, Takes>> = {
  d: (one) => /[0-9]/.test(one),
  D: (one) => !/[0-9]/.test(one),
  w: (one) => /[\p{L}\p{M}\p{N}_]/u.test(one),
  W: (one) => !/[\p{L}\p{M}\p{N}_]/u.test(one),
  s: (one) => /\s/.test(one),
  S: (one) => !/\s/.test(one),
  l: (one) => /\p{Ll}/u.test(one),
  u: (one) => /\p{Lu}/u.test(one),
}
const breaks: Readonly<Record<string, string>> = { n: '\n', t: '\t' }

/** Reads a pattern into parts. Throws `Refused`. */
const parse = (source: string): Part => {
  const all = [...source]
  let at = 0
  const escaped = (): Takes => {
    const one = all[at]
    if (one === undefined) throw new Refused('unclosed', at)
    at += 1
    const known = Object.hasOwn(classes, one) ? classes[one] : undefined
    if (known) return known
    const sign = Object.hasOwn(breaks, one) ? breaks[one] : one
    if (sign === one && /[\p{L}\p{N}]/u.test(one)) throw new Refused('unknown-escape', at - 1)
    return (character) => character === sign
  }
  const readClass = (): Takes => {
    const begin = at - 1
    const isNot = all[at] === '^'
    if (isNot) at += 1
    const takes: Takes[] = []
    for (let isFirst = true; all[at] !== ']' || isFirst; isFirst = false) {
      const from = all[at]
      if (from === undefined) throw new Refused('unclosed', begin)
      at += 1
      if (from === '\\') {
        takes.push(escaped())
        continue
      }
      const to = all[at + 1]
      if (all[at] === '-' && to !== undefined && to !== ']') {
        at += 2
        const [first, last] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0]
        if (first > last || to === '\\') throw new Refused('wrong-range', at - 1)
        takes.push((character) => (character.codePointAt(0) ?? 0) >= first && (character.codePointAt(0) ?? 0) <= last)
      } else takes.push((character) => character === from)
    }
    at += 1
    return (character) => takes.some((one) => one(character)) !== isNot
  }
  const readAtom = (): Part => {
    const one = all[at] ?? ''
    at += 1
    switch (one) {
      case '(': {
        const begin = at - 1
        if (all[at] === '?' && all[at + 1] === ':') at += 2
        const inside = readAny()
        if (all[at] !== ')') throw new Refused('unclosed', begin)
        at += 1
        return inside
      }
      case '[':
        return { kind: 'character', takes: readClass() }
      case '\\':
        return { kind: 'character', takes: escaped() }
      case '.':
        return { kind: 'character', takes: () => true }
      case '*':
      case '+':
      case '?':
        throw new Refused('nothing-to-repeat', at - 1)
      case ']':
      case '{':
      case '}':
        throw new Refused('unexpected', at - 1)
      default:
        return { kind: 'character', takes: (character) => character === one }
    }
  }
  const readCount = (): readonly [number, number] | null => {
    const sign = all[at]
    if (sign === '*' || sign === '+' || sign === '?') {
      at += 1
      return sign === '*' ? [0, Number.POSITIVE_INFINITY] : sign === '+' ? [1, Number.POSITIVE_INFINITY] : [0, 1]
    }
    if (sign !== '{') return null
    const end = all.indexOf('}', at)
    if (end < 0) throw new Refused('unclosed', at)
    const found = /^(\d{1,4})(?:(,)(\d{0,4}))?$/.exec(all.slice(at + 1, end).join(''))
    if (!found) throw new Refused('wrong-count', at)
    const least = Number(found[1])
    const most = found[2] === undefined ? least : found[3] === '' ? Number.POSITIVE_INFINITY : Number(found[3])
    if (least > most || least > mostRepeats || (Number.isFinite(most) && most > mostRepeats)) throw new Refused('wrong-count', at)
    at = end + 1
    return [least, most]
  }
  const readAll = (): Part => {
    const parts: Part[] = []
    while (at < all.length && all[at] !== '|' && all[at] !== ')') {
      // The whole text has to fit anyway.
      if ((all[at] === '^' && at === 0) || (all[at] === '$' && at === all.length - 1)) {
        at += 1
        continue
      }
      const part = readAtom()
      const count = readCount()
      parts.push(count ? { kind: 'repeat', part, least: count[0], most: count[1] } : part)
      if (count && readCount()) throw new Refused('nothing-to-repeat', at - 1)
    }
    return { kind: 'all', parts }
  }
  const readAny = (): Part => {
    const parts = [readAll()]
    while (all[at] === '|') {
      at += 1
      parts.push(readAll())
    }
    return parts.length === 1 ? (parts[0] as Part) : { kind: 'any', parts }
  }
  const whole = readAny()
  if (at < all.length) throw new Refused('unexpected', at)
  return whole
}

/** A place: it takes a character and leads to the next, or leads on without one. The last one is the end. */
type State = { takes: Takes | null; next: number[] }

const build = (whole: Part): readonly State[] => {
  const states: State[] = []
  const add = (takes: Takes | null, next: number[]): number => {
    if (states.length >= mostStates) throw new Refused('too-large', 0)
    states.push({ takes, next })
    return states.length - 1
  }
  let steps = 0
  /** Returns where the part begins, if `to` follows it. */
  const put = (part: Part, to: number): number => {
    // Nothing at all, repeated often and again, needs no place.
    steps += 1
    if (steps > 10 * mostStates) throw new Refused('too-large', 0)
    switch (part.kind) {
      case 'character':
        return add(part.takes, [to])
      case 'all':
        return part.parts.reduceRight((after, one) => put(one, after), to)
      case 'any':
        return add(
          null,
          part.parts.map((one) => put(one, to)),
        )
      case 'repeat': {
        let after = to
        if (part.most === Number.POSITIVE_INFINITY) {
          const loop = add(null, [to])
          states[loop]?.next.push(put(part.part, loop))
          after = loop
        } else for (let count = part.least; count < part.most; count++) after = add(null, [to, put(part.part, after)])
        for (let count = 0; count < part.least; count++) after = put(part.part, after)
        return after
      }
    }
  }
  const end = add(null, [])
  const begin = put(whole, end)
  states.push({ takes: null, next: [begin] })
  return states
}

/** Where a text can be after so many characters, a bit for each place that takes a character, and for the end (0). `to`: from here by a character. */
type Places = { readonly bits: Uint32Array; readonly isNone: boolean; readonly to: Map<string, Places> | null }

/** Where a place leads. `few`: the same as numbers, where that is quicker; `null`: they are many. */
type Follow = { readonly bits: Uint32Array; readonly few: readonly number[] | null }

const isIn = (bits: Uint32Array, at: number): boolean => ((bits[at >> 5] ?? 0) & (1 << (at & 31))) !== 0

const addTo = (bits: Uint32Array, at: number): void => {
  bits[at >> 5] = (bits[at >> 5] ?? 0) | (1 << (at & 31))
}

/** The lowest bit's number in a word that has one. */
const lowest = (word: number): number => 31 - Math.clz32(word & -word)

/** Follows places to those that take a character, and the end. */
const createFollow = (states: readonly State[], words: number) => {
  const known: (Follow | undefined)[] = []
  const follow = (from: readonly number[]): Follow => {
    const [seen, bits] = [new Uint32Array(words), new Uint32Array(words)]
    const found: number[] = []
    const ahead = [...from]
    for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
      if (isIn(seen, at)) continue
      addTo(seen, at)
      const state = states[at]
      if (at > 0 && state?.takes === null) {
        ahead.push(...state.next)
        continue
      }
      addTo(bits, at)
      found.push(at)
    }
    return { bits, few: found.length <= words ? found : null }
  }
  return {
    first: follow([states.length - 1]).bits,
    after: (at: number): Follow => {
      const there = known[at] ?? follow(states[at]?.next ?? [])
      known[at] = there
      return there
    },
  }
}

/** For each character the places that take it. */
const createTakers = (states: readonly State[], words: number) => {
  const places = new Map<Takes, number[]>()
  for (const [at, { takes }] of states.entries()) if (takes) places.set(takes, [...(places.get(takes) ?? []), at])
  const known = new Map<string, Uint32Array>()
  return (character: string): Uint32Array => {
    const there = known.get(character)
    if (there) return there
    const bits = new Uint32Array(words)
    for (const [takes, all] of places) if (takes(character)) for (const at of all) addTo(bits, at)
    if (known.size >= mostKnown) known.clear()
    known.set(character, bits)
    return bits
  }
}

const createReader = (states: readonly State[]) => {
  const words = Math.ceil(states.length / 32)
  const { first, after } = createFollow(states, words)
  const takersOf = createTakers(states, words)
  const known = new Map<string, Places>()
  const toPlaces = (bits: Uint32Array): Places => {
    const isNone = bits.every((word) => word === 0)
    // With so many sets of places, few come again.
    if (known.size >= mostKnown) return { bits, isNone, to: null }
    const key = String.fromCharCode(...new Uint16Array(bits.buffer))
    const there = known.get(key)
    if (there) return there
    const places: Places = { bits, isNone, to: new Map() }
    known.set(key, places)
    return places
  }
  const step = (from: Uint32Array, character: string): Uint32Array => {
    const [takers, to] = [takersOf(character), new Uint32Array(words)]
    for (let word = 0; word < words; word++)
      for (let rest = (from[word] ?? 0) & (takers[word] ?? 0); rest !== 0; rest &= rest - 1) {
        const { few, bits } = after(word * 32 + lowest(rest))
        if (few) for (const at of few) addTo(to, at)
        else for (let each = 0; each < words; each++) to[each] = (to[each] ?? 0) | (bits[each] ?? 0)
      }
    return to
  }
  const begin = toPlaces(first)
  return (text: string): boolean => {
    let places = begin
    for (const character of text) {
      const next: Places = places.to?.get(character) ?? toPlaces(step(places.bits, character))
      if (places.to && places.to.size < mostKnown) places.to.set(character, next)
      places = next
      if (places.isNone) return false
    }
    return isIn(places.bits, 0)
  }
}

/**
 * A pattern that a whole text has to fit, in time linear in the text. A part of what regular expressions have: characters, `.` (any, line breaks too),
 * `[a-z]`, `[^a-z]`, `(…|…)`, `*`, `+`, `?`, `{2}`, `{2,}`, `{2,5}`, `\d` (0–9), `\w` (letter, digit or _), `\s` (space), `\l` and `\u` (lower and
 * upper case letter), `\n`, `\t`, and `\` before a sign that stands for itself.
 */
export const readTextPattern = (source: string): TextPattern => {
  try {
    return { kind: 'pattern', fits: createReader(build(parse(source))) }
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', problem: error.problem }
    throw error
  }
}
