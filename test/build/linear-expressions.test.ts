import { describe, expect, it } from 'vitest'
import { findExpressions, loadChecker, readProven, toProve } from './find-expressions.ts'

/** Built from a text at run time, out of our own words. Measured by test/core/base/foreign-text/linear-time.test.ts. */
const madeOfOurWords = ['electron/sample-workspace/analysis/language.ts', 'electron/sample-workspace/content/brand-voice.ts']

const found = findExpressions()

/** Checking all of them takes 20 s of CPU. The verdict depends only on the expression and the version of recheck. */
const isProven = readProven()

describe('the regular expressions of core, command, sample workspace and shared', () => {
  it('take time in proportion to the text', () => {
    const check = loadChecker()
    const all = toProve(found)
    expect(all.size).toBeGreaterThan(50)
    const slow = [...all].flatMap(([name, { file, source, flags }]) => {
      if (isProven.has(name)) return []
      const { status, complexity, attack } = check(source, flags, { timeout: 20_000 })
      return status === 'safe' ? [] : [{ name, file, status, why: complexity?.summary, attack: attack?.pattern }]
    })
    expect(slow).toEqual([])
  }, 300_000)

  it('are written as literals, where this check can see them', () => {
    expect(found.filter(({ file, made }) => made > 0 && !madeOfOurWords.includes(file)).map(({ file }) => file)).toEqual([])
  })

  it('are checked by a tool that detects a quadratic one', () => {
    const check = loadChecker()
    expect(check('/+$', '', { timeout: 20_000 }).status).toBe('vulnerable')
    expect(check('\\s*;\\s*$', '', { timeout: 20_000 }).status).toBe('vulnerable')
  })
})
