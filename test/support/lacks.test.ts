import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import lacks from '../../build/known-skips.json' with { type: 'json' }

const tests = fileURLToPath(new URL('..', import.meta.url))
/** `run-tests.test.ts` writes tests that are skipped. */
const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.test.ts') && !name.endsWith('run-tests.test.ts'),
)
/** The lines of all test files that `pattern` matches, after their file's name. */
const linesWith = (pattern: RegExp): readonly string[] =>
  files.flatMap((name) =>
    readFileSync(join(tests, name), 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  )

it('each reason for which tests are skipped is there once, and can be told apart in a title', () => {
  const reasons = Object.values(lacks).map(({ reason }) => reason)
  expect(new Set(reasons).size).toBe(reasons.length)
  expect(reasons.filter((reason) => /[().]/.test(reason))).toEqual([])
})

it('whoever skips a test gives a reason of these, where the summary finds it', () => {
  const suites = linesWith(/\b(describe|suite)\.(skipIf|runIf)\(/)
  expect(suites.length).toBeGreaterThan(50)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is looked for in sources
  expect(suites.filter((line) => !line.endsWith("${lack ? ` (skipped: ${lack})` : ''}`, () => {"))).toEqual([])
  // A test’s own title does not tell: the summary reads those of suites.
  expect(linesWith(/\b(it|test)(\.\w+)*\.(skipIf|runIf|skip|todo)\(/)).toEqual([])
  const inTests = linesWith(/\bcontext\.skip\(/)
  expect(inTests.filter((line) => !/context\.skip\((lack|lackOf\('[a-z0-9-]+'\))\)/.test(line))).toEqual([])
})
