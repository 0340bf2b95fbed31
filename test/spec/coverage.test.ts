import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { lackOf } from '../support/lacks.ts'
import { extractRows } from './extract-rows.ts'
import { coverageFile, readRows, readRowTests, renderCoverage, testsOf } from './render-coverage.ts'
import { switchedOffRules } from './switched-off-rules.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const spec = at('../../../shared/spec/service-interface.md')
const hasSpec = existsSync(spec)

describe('the table of the specification’s rows', () => {
  it('has exactly the rows of the specification, unchanged since', (context) => {
    if (!hasSpec) context.skip(lackOf('no-specification'))
    const extracted = extractRows(readFileSync(spec, 'utf8')).map(({ id, hash }) => ({ id, hash }))
    expect(readRows().map(({ id, hash }) => ({ id, hash }))).toEqual(extracted)
  })

  it('names each row once, and tests for each', () => {
    const rows = readRows()
    const rowTests = readRowTests()
    expect(rows.length).toBeGreaterThan(100)
    expect(Object.keys(rowTests).sort()).toEqual(rows.map(({ id }) => id).sort())
    expect(rows.filter(({ name }) => name === '')).toEqual([])
    expect(rows.filter(({ id }) => testsOf(rowTests, id).length === 0)).toEqual([])
  })

  it('names existing tests', () => {
    const rowTests = readRowTests()
    const sources = new Map<string, string>()
    const sourceOf = (file: string): string => {
      const kept = sources.get(file) ?? readFileSync(at(`../../${file}`), 'utf8')
      sources.set(file, kept)
      return kept
    }
    const missing = readRows()
      .flatMap(({ id }) => testsOf(rowTests, id))
      .filter(({ file, name }) => name.split(' > ').some((title) => !sourceOf(file).includes(title)))
    expect(missing).toEqual([])
  })

  it('was written by a run of those tests in which every one passed', () => {
    expect(readFileSync(coverageFile, 'utf8')).toBe(renderCoverage(readRows(), readRowTests(), () => 'pass'))
  })
})

describe('reading the rows', () => {
  it('returns every row and item under its section, and no heading', () => {
    const text =
      '# T\n\n## One\n\nLeads to:\n\n| A | B |\n|---|---|\n| x y | z |\n| x y | w |\n\n- first\n- second\n\n### Two {a}\n\n1. third\n\nAlone.\n'
    expect(extractRows(text).map(({ id }) => id)).toEqual(['one/x-y', 'one/x-y-2', 'one/1', 'one/2', 'two/1', 'two/2'])
    const [before, after] = [extractRows(text), extractRows(text.replace('z', 'Z'))]
    expect(before.map(({ hash }, index) => hash === after[index]?.hash)).toEqual([false, true, true, true, true, true])
  })
})

describe('the rules that can be switched off', () => {
  it('are rows of the table, and each is found in the sources exactly once', () => {
    const rows = new Set(readRows().map(({ id }) => id))
    for (const { row, file, from } of switchedOffRules) {
      expect(rows, row).toContain(row)
      expect([row, readFileSync(at(`../../${file}`), 'utf8').split(from).length]).toEqual([row, 2])
    }
  })
})
