import * as fc from 'fast-check'

/** What happens, in plain words; numbers are chosen among what there is when it happens. */
export const deeds = {
  'add pictures': 5,
  'attach to a new product': 4,
  'attach, saying what is there': 9,
  'attach, saying nothing': 4,
  'attach, as known': 2,
  'take off or reorder': 3,
  ask: 2,
  pause: 3,
  resume: 4,
  'settle a parked job': 7,
  'enter an id for a creation': 2,
  'cancel a job': 2,
  disconnect: 2,
  connect: 4,
  'stop and start': 2,
  kill: 2,
  'lose power': 2,
  'lose power soon': 3,
  'damage the library': 3,
  'a colleague adds': 6,
  'a colleague takes off': 2,
  'the weather turns': 6,
  'the weather clears': 5,
  'a flush fails': 4,
  'the disk is full': 1,
  'the disk has room': 2,
  'the clock is set': 4,
  'sleep for days': 5,
  'wait a while': 8,
  'the service answers otherwise': 5,
} as const
export type Deed = keyof typeof deeds

export type Step = {
  readonly deed: Deed
  /** Which Packshot: the second is used less. */
  readonly who: number
  readonly a: number
  readonly b: number
  /** Index into `pauses`: so long goes by afterwards. */
  readonly pause: number
}

/** Milliseconds. */
export const pauses = [0, 40, 400, 5_000, 120_000] as const

const deed = fc.oneof(...Object.entries(deeds).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Deed) })))
const step: fc.Arbitrary<Step> = fc.record({
  deed,
  who: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) }),
  a: fc.nat(11),
  b: fc.nat(11),
  pause: fc.nat(pauses.length - 1),
})
const plan = fc.array(step, { minLength: 12, maxLength: 40, size: 'max' })

/** The steps that belong to a seed. */
export const stepsOf = (seed: number): readonly Step[] => fc.sample(plan, { seed, numRuns: 1 })[0] ?? []

export const describeStep = ({ deed: name, who, a, b, pause }: Step): string =>
  `${who === 0 ? 'A' : 'B'}: ${name} (${a}, ${b})${pauses[pause] ? `, then ${(pauses[pause] ?? 0) / 1_000} s` : ''}`
