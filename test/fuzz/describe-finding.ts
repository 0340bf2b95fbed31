import type { Counterexample } from './note.ts'

export type Finding = {
  readonly file: string
  readonly test: string
  readonly message: string
  /** The round’s seed. */
  readonly seed: number
  readonly counterexample: Counterexample | null
}

/** The seed that a search names, in its test’s name or its message. */
const seedIn = (text: string): string | undefined => /\bseed"?:?\s+(\d+)/.exec(text)?.[1]

const toAdd = ({ test, message, counterexample }: Finding): readonly string[] => {
  const { found = null } = counterexample ?? {}
  if (found?.source) return ['Add to the options of its fc.assert:', `  examples: [${found.source}],`]
  if (counterexample)
    return [
      'These values can’t be written as an example. Write them as a test:',
      `  ${found?.shown ?? message}`,
      `  path: ${counterexample.path}`,
    ]
  const named = seedIn(test) ?? seedIn(message)
  if (named !== undefined) return ['Add to the found ones of its seedsOf:', `  ${named}`]
  return [
    'Write it as a test:',
    ...message
      .split('\n')
      .slice(0, 12)
      .map((line) => `  ${line.slice(0, 200)}`),
  ]
}

/** What a person adds to the tests, and how to repeat it. */
export const describeFinding = (finding: Finding): string =>
  [finding.file, `“${finding.test}”`, ...toAdd(finding), 'Repeat it:', `  npm run fuzz -- --seed ${finding.seed} ${finding.file}`].join(
    '\n    ',
  )
