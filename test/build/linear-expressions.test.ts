import { describe, expect, it } from 'vitest'
import { findExpressions, loadChecker, readProven, toProve } from './find-expressions.ts'

/** Built from a text at run time, out of our own words. Measured by test/core/base/foreign-text/linear-time.test.ts. */
const madeOfOurWords = ['electron/sample-workspace/analysis/language.ts', 'electron/sample-workspace/content/brand-voice.ts']

const found = findExpressions()

/** By prove-expressions.ts, with as much time as each needs. */
const isProven = readProven()

describe('the regular expressions of core, command, sample workspace and shared', () => {
  it('take time in proportion to the text', () => {
    const all = toProve(found)
    expect(all.size).toBeGreaterThan(50)
    const unproven = [...all].flatMap(([name, { file }]) => (isProven.has(name) ? [] : [`${file}: ${name}`]))
    // Asked here, the answer would depend on how fast the machine is. For those listed: node test/build/prove-expressions.ts
    expect(unproven).toEqual([])
  })

  it('are written as literals, where this check can see them', () => {
    expect(found.filter(({ file, made }) => made > 0 && !madeOfOurWords.includes(file)).map(({ file }) => file)).toEqual([])
  })

  it('are checked by a tool that detects a quadratic one', () => {
    const check = loadChecker()
    expect(check('/+$', '', { timeout: 20_000 }).status).toBe('vulnerable')
    expect(check('\\s*;\\s*$', '', { timeout: 20_000 }).status).toBe('vulnerable')
  })
})
