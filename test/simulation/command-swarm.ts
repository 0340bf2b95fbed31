import * as fc from 'fast-check'
import type { Deed, Step } from './steps.ts'

/** What a person can do at any moment (command-person.ts), a few at a time that touch the same thing. */
const stories = [
  ['asks', 'asks the same', 'cancels one', 'cancels an action', 'pauses', 'resumes'],
  ['asks', 'asks the same', 'disconnects', 'connects', 'pauses'],
  ['asks much', 'cancels all', 'cancels questions', 'cancels an action'],
  ['asks much', 'asks the same', 'switches', 'disconnects', 'connects'],
  ['asks', 'removes', 'restores', 'cancels all', 'cancels questions', 'pauses'],
  ['asks', 'switches', 'cancels all', 'cancels an action', 'pauses'],
  ['asks', 'edits an answer', 'edits an answer from an earlier state', 'types and approves'],
  ['asks', 'removes', 'restores', 'answers are lost'],
  ['sends words', 'answers are lost', 'cancels one', 'cancels an action'],
  ['sends words', 'answers are lost', 'pauses', 'resumes'],
  ['attaches to a new one', 'cancels an action', 'cancels one', 'settles a creation', 'pauses'],
  ['attaches', 'disconnects', 'connects', 'removes', 'restores', 'pauses'],
  ['attaches', 'edits a file', 'uses versions', 'removes', 'restores', 'switches'],
  ['attaches all', 'disconnects and cancels', 'switches', 'connects'],
  ['attaches all', 'cancels a plan', 'resumes a plan', 'uses versions', 'removes', 'cancels all'],
  ['adds a watched file', 'edits a watched file', 'renames a watched file', 'uses versions', 'removes', 'restores'],
  ['edits a file', 'uses versions', 'takes a version back', 'keeps both', 'types and approves'],
  ['fixes', 'puts fixes back', 'edits a file', 'uses versions'],
  ['tries a connection', 'connects', 'switches', 'disconnects'],
  ['changes the quality', 'changes the address of products', 'renames', 'switches'],
  ['imports', 'hands over', 'merges'],
  ['imports', 'applies rules', 'matches', 'switches'],
  ['looks at lists', 'asks', 'removes', 'restores', 'switches', 'answers are lost'],
] as const
export type CommandName = (typeof stories)[number][number]

const everyCommand = [...new Set<CommandName>(stories.flat())]

/** What else happens, unless a seed leaves it out. */
const around: Readonly<Partial<Record<Deed, number>>> = {
  'add pictures': 4,
  'settle a parked job': 5,
  'enter an id for a creation': 2,
  'the weather turns': 5,
  'the weather clears': 6,
  'stop and start': 2,
  kill: 2,
  'lose power': 1,
  'wait a while': 4,
}

/** Turns of the event loop after which the second command comes, at most. */
const mostTurns = 60

/** What a seed has: few kinds of steps, so that each meets each of the others often. */
type Swarm = {
  readonly kinds: readonly CommandName[]
  /** Of ten steps, how many are two commands at once, and how many one. */
  readonly pairs: number
  readonly ones: number
  readonly around: readonly Deed[]
  readonly pauses: readonly number[]
  readonly isAlone: boolean
}

const some = <T>(list: readonly T[], minLength: number, maxLength = list.length): fc.Arbitrary<T[]> =>
  fc.subarray([...list], { minLength, maxLength: Math.min(maxLength, list.length) })

const swarm: fc.Arbitrary<Swarm> = fc.record({
  kinds: fc
    .tuple(fc.constantFrom<readonly CommandName[]>(...stories), some(everyCommand, 0, 2))
    .map(([story, more]) => [...new Set([...story, ...more])]),
  pairs: fc.integer({ min: 2, max: 7 }),
  ones: fc.integer({ min: 2, max: 5 }),
  around: fc.oneof(fc.constant<Deed[]>([]), some(Object.keys(around) as Deed[], 1)),
  pauses: fc.constantFrom([0], [0, 1], [0, 0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 3, 4]),
  isAlone: fc.boolean(),
})

const stepsIn = ({ kinds, pairs, ones, around: happening, pauses, isAlone }: Swarm): fc.Arbitrary<Step[]> => {
  const of = {
    who: isAlone ? fc.constant(0) : fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) }),
    a: fc.nat(11),
    b: fc.nat(11),
    pause: fc.constantFrom(...pauses),
  }
  const does = fc.constantFrom(...kinds)
  const one = fc.record({ ...of, deed: fc.constant<Deed>('do a command'), does })
  // Most commands are over after a few turns.
  const turns = fc.nat(999).map((part) => 1 + Math.floor(mostTurns * (part / 1_000) ** 2))
  const pair = fc.record({ ...of, deed: fc.constant<Deed>('do a command during another'), does, meanwhile: does, turns })
  const other = happening.map((deed) => ({ weight: around[deed] ?? 1, arbitrary: fc.record({ ...of, deed: fc.constant(deed) }) }))
  const step: fc.Arbitrary<Step> = fc.oneof({ weight: 5 * pairs, arbitrary: pair }, { weight: 5 * ones, arbitrary: one }, ...other)
  return fc.array(step, { minLength: 24, maxLength: 40, size: 'max' })
}

/** Two commands at once, at any moment of each other. */
export const stepsOfCommands: fc.Arbitrary<Step[]> = swarm.chain(stepsIn)
