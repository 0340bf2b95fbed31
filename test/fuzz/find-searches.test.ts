import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seed, seedsOf } from '../support/seed.ts'
import { describeFinding } from './describe-finding.ts'
import { configOf, findSearches } from './find-searches.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const finding = { file: 'test/a.test.ts', test: 'a > holds', message: '', seed: 7, counterexample: null }
const counterexample = { kind: 'counterexample', file: '/test/a.test.ts', test: 'a > holds', seed: 7, path: '3:0' } as const

describe('the seed of all random tests', () => {
  it('decides what every property and sample tries', () => {
    const numbers = fc.array(fc.integer(), { minLength: 5, maxLength: 5 })
    const tried: unknown[] = []
    fc.assert(fc.property(numbers, (one) => void tried.push(one)))
    expect(fc.sample(numbers, 100)).toEqual(tried)
    expect(fc.sample(numbers, { seed, numRuns: 100 })).toEqual(tried)
    expect(fc.sample(numbers, { seed: seed + 1, numRuns: 100 })).not.toEqual(tried)
  })

  it('begins the seeds of a search, after those that once found something', () => {
    expect(seedsOf(2, [seed + 1, 5_000])).toEqual([seed + 1, 5_000, seed])
  })
})

describe('a search for what breaks tests', () => {
  it('is in each file that imports properties or the seed, and needs no built app', () => {
    const files = findSearches(root)
    for (const file of [
      'test/core/formats/metadata/remove-personal.test.ts',
      'test/simulation/watched-folder.test.ts',
      'test/fuzz/find-searches.test.ts',
    ])
      expect(files).toContain(file)
    expect(files).not.toContain('test/faults/kill-in-the-sheet.test.ts')
    expect(files).not.toContain('test/fixtures/fixtures.test.ts')
  })

  it('runs a file as its other runs do', () => {
    expect(configOf('test/core/a.test.ts')).toBe('build/vitest.config.ts')
    expect(configOf('test/faults/a.test.ts')).toBe('build/vitest.e2e.config.ts')
    expect(configOf('test/renderer/a.test.ts')).toBe('build/vitest.window.config.ts')
    expect(configOf('test/journey/a.test.ts')).toBe('build/vitest.journey.config.ts')
  })

  it('says which example to add, and otherwise the values, the seed or the message', () => {
    const of = (source: string | null) => ({ ...finding, counterexample: { ...counterexample, found: { source, shown: '[fn]' } } })
    expect(describeFinding(of('[[{at:1}]]'))).toContain('examples: [[[{at:1}]]],')
    expect(describeFinding(of(null))).toMatch(/can’t be written as an example.*\n.*\[fn\]\n.*3:0/)
    expect(describeFinding({ ...finding, message: 'seed 853: a, b' })).toMatch(/seedsOf:\n.*\b853\n/)
    expect(describeFinding({ ...finding, message: '+ Array [\n+   Object {\n+     "seed": 62,' })).toMatch(/seedsOf:\n.*\b62\n/)
    expect(describeFinding({ ...finding, message: 'expected 1 to be 2' })).toContain('expected 1 to be 2')
    expect(describeFinding(finding)).toContain('npm run fuzz -- --seed 7 test/a.test.ts')
  })
})
