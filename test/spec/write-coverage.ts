import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { coverageFile, type Outcome, readRows, readRowTests, renderCoverage } from './render-coverage.ts'

/** Runs every test that a row names and writes the table; exits with 1 if one of them did not pass. */
type Report = {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly ancestorTitles: readonly string[]; readonly title: string; readonly status: string }[]
  }[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const rowTests = readRowTests()
const files = [...new Set(Object.values(rowTests).flatMap((tests) => Object.keys(tests)))]

const run = (): Report => {
  const folder = mkdtempSync(join(tmpdir(), 'spec-coverage-'))
  const output = join(folder, 'report.json')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  spawnSync(
    process.execPath,
    [vitest, 'run', '--config', 'build/vitest.config.ts', '--reporter=json', `--outputFile=${output}`, ...files],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const report = JSON.parse(readFileSync(output, 'utf8')) as Report
  rmSync(folder, { recursive: true })
  return report
}

/** `%s`, `%i`, … in the name of a test that runs for several values match anything. */
const asPattern = (name: string): RegExp => new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%[sdijo]/g, '[^]*')}$`, 'u')

const results = run().testResults.flatMap(({ name: file, assertionResults }) =>
  assertionResults.map(({ ancestorTitles, title, status }) => ({
    file: relative(root, file).replaceAll('\\', '/'),
    name: [...ancestorTitles, title].join(' > '),
    status,
  })),
)
const outcomeOf = (file: string, name: string): Outcome => {
  const pattern = asPattern(name)
  const found = results.filter((result) => result.file === file && pattern.test(result.name))
  if (found.length === 0) return 'not run'
  return found.every(({ status }) => status === 'passed') ? 'pass' : 'fail'
}

const table = renderCoverage(readRows(), rowTests, outcomeOf)
writeFileSync(coverageFile, table)
const bad = table.split('\n').filter((line) => /\| (fail|not run) \|$/.test(line))
process.stdout.write(bad.length === 0 ? `Every row is shown; ${results.length} tests ran.\n` : `${bad.join('\n')}\n`)
process.exitCode = bad.length === 0 ? 0 : 1
