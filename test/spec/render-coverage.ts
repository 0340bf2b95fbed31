import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type SpecRow = { readonly id: string; readonly name: string; readonly hash: string }
/** For each row and test file, the names of its tests, “group > title” as in the file. */
export type RowTests = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
export type Outcome = 'pass' | 'fail' | 'not run'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
export const coverageFile = at('../spec-coverage.md')
export const readRows = (): SpecRow[] => JSON.parse(readFileSync(at('rows.json'), 'utf8'))
export const readRowTests = (): RowTests => JSON.parse(readFileSync(at('row-tests.json'), 'utf8'))

/** The tests of a row, flat. */
export const testsOf = (rowTests: RowTests, id: string): { readonly file: string; readonly name: string }[] =>
  Object.entries(rowTests[id] ?? {}).flatMap(([file, names]) => names.map((name) => ({ file, name })))

const cell = (text: string): string => text.replaceAll('|', '\\|')

export const renderCoverage = (
  rows: readonly SpecRow[],
  rowTests: RowTests,
  outcomeOf: (file: string, name: string) => Outcome,
): string => {
  const lines = rows.flatMap(({ id, name }) =>
    testsOf(rowTests, id).map((test, index) => {
      const [row, text] = index === 0 ? [`\`${id}\``, cell(name)] : ['', '']
      return `| ${row} | ${text} | ${test.file.replace(/^test\//, '')}: ${cell(test.name)} | ${outcomeOf(test.file, test.name)} |`
    }),
  )
  return `# Every row of the specification, and the tests that show it

Written by \`node test/spec/write-coverage.ts\` from a run of these tests; don't edit. The rows are those of the service's
specification (${rows.length}), in its order; \`test/spec/row-tests.json\` says which tests show which.

| row | in short | test | outcome |
|---|---|---|---|
${lines.join('\n')}
`
}
