import { cpSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { layOutTree } from './lay-out-tree.ts'
import { beyondWine, notShown, parts } from './parts.ts'
import { findReasonAgainstWine, isInstalled, openWine, type Wine, windowsPath } from './wine.ts'

/**
 * `npm run wine-test [-- PART…]`: runs parts of Packshot with Node for Windows under Wine and prints which ran and passed, and what Wine
 * can't show. Indicative only; not part of `npm test`. Its downloads and output are in `.runtime/wine/`.
 */
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const folder = join(root, '.runtime/wine')
const limitMs = 180_000

type Row = {
  readonly part: string
  readonly passed: number
  readonly skipped: number
  readonly shown: Map<string, number>
  readonly failed: readonly string[]
}

type Report = {
  readonly testResults: readonly {
    readonly message?: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

type Place = { readonly wine: Wine; readonly tree: string; readonly node: string }

const readReport = (file: string): Report['testResults'] | undefined => {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as Report).testResults
  } catch {
    return undefined
  }
}

const runFile = async ({ wine, tree, node }: Place, part: string, file: string): Promise<Row> => {
  const report = join(tree, 'wine-report.json')
  rmSync(report, { force: true })
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'build/vitest.config.ts', '--pool=threads', '--no-file-parallelism']
  const { code, isLate, stderr } = await wine.run([node, ...vitest, '--reporter=json', '--outputFile=wine-report.json', file], {
    cwd: tree,
    limitMs,
  })
  wine.stop()
  const results = readReport(report)
  if (!results)
    return {
      part,
      passed: 0,
      skipped: 0,
      shown: new Map(),
      failed: [`${file}: ${isLate ? `not finished in ${limitMs / 1000} s` : `exit code ${code}: ${stderr.slice(0, 300)}`}`],
    }
  const tests = results.flatMap(({ assertionResults }) => assertionResults)
  const shown = new Map<string, number>()
  if (tests.length === 0) return { part, passed: 0, skipped: 0, shown, failed: [`${file}: no test was run`] }
  const failed: string[] = results.flatMap(({ message, assertionResults }) =>
    message && assertionResults.length === 0 ? [`${file}: ${message}`] : [],
  )
  for (const { fullName, failureMessages } of tests.filter(({ status }) => status === 'failed')) {
    const why = notShown.find(({ test }) => test.test(fullName))?.why
    if (why) shown.set(why, (shown.get(why) ?? 0) + 1)
    else failed.push(`${file}: ${fullName}: ${failureMessages?.[0]?.split('\n')[0] ?? ''}`)
  }
  const count = (...statuses: readonly string[]) => tests.filter(({ status }) => statuses.includes(status)).length
  return { part, passed: count('passed'), skipped: count('skipped', 'pending', 'todo'), shown, failed }
}

/** The built command, used like a person would: with pictures of this repository, decoded by sharp for Windows. */
const runCommand = async ({ wine, tree, node }: Place): Promise<Row> => {
  const pictures = join(folder, 'Pictures “of” tea')
  const data = join(folder, 'data')
  for (const one of [pictures, data]) rmSync(one, { recursive: true, force: true })
  mkdirSync(pictures)
  const names = globSync('*.png', { cwd: join(root, '.github/screenshots') })
  for (const name of names) cpSync(join(root, '.github/screenshots', name), join(pictures, name))
  const packshot = async (...args: readonly string[]) => {
    const env = { PACKSHOT_DATA_DIR: windowsPath(data) }
    const { code, stdout, stderr } = await wine.run([node, 'out/main/cli.js', ...args], { cwd: tree, limitMs, env })
    return { code, stdout, said: `${stdout}${stderr}`.trim() }
  }
  const failed: string[] = []
  const check = (name: string, isRight: boolean, said: string): number => {
    if (!isRight) failed.push(`built command: ${name}: ${said.slice(0, 300)}`)
    return isRight ? 1 : 0
  }
  const added = await packshot('add', windowsPath(pictures), '--no-upload')
  const again = await packshot('add', windowsPath(join(pictures, names[0] ?? '')), '--no-upload')
  const pattern = await packshot('add', `${windowsPath(pictures)}\\*.png`, '--no-upload')
  const listed = await packshot('images', '--json')
  const queued = await packshot('ask', '--question', 'Is the “background” white?', '--all')
  const status = await packshot('status')
  const wrong = await packshot('ask', '--no-such-option')
  const passed =
    check('adds a folder', added.code === 0 && added.said.includes(`${names.length} pictures added`), added.said) +
    check('knows a picture again', again.code === 0, again.said) +
    check('expands *.png', pattern.code === 0, pattern.said) +
    check('lists each once', listed.stdout.split('"id"').length - 1 === names.length, listed.said) +
    check('keeps questions', queued.code === 0 && queued.said.includes(`${names.length}`), queued.said) +
    check('shows the queue', status.code === 0 && status.said.includes(`Pictures: ${names.length}`), status.said) +
    check('refuses an unknown option with code 1', wrong.code === 1, wrong.said)
  wine.stop()
  return { part: 'built command', passed, skipped: 0, shown: new Map(), failed }
}

const filesOf = (patterns: readonly string[]): readonly string[] =>
  patterns.flatMap((one) => (one.endsWith('/') ? globSync(`${one}*.test.ts`, { cwd: root }).sort() : [one]))

const addUp = (part: string, rows: readonly Row[]): Row => {
  const shown = new Map<string, number>()
  for (const row of rows) for (const [why, count] of row.shown) shown.set(why, (shown.get(why) ?? 0) + count)
  const sum = (key: 'passed' | 'skipped') => rows.reduce((total, row) => total + row[key], 0)
  return { part, passed: sum('passed'), skipped: sum('skipped'), shown, failed: rows.flatMap(({ failed }) => failed) }
}

const countShown = ({ shown }: Row): number => [...shown.values()].reduce((sum, count) => sum + count, 0)

const print = (rows: readonly Row[]): number => {
  console.log('\npart            passed  failed  skipped  Wine can’t show')
  for (const row of rows)
    console.log(
      `${row.part.padEnd(15)} ${String(row.passed).padStart(6)}  ${String(row.failed.length).padStart(6)}  ${String(row.skipped).padStart(7)}  ${String(countShown(row)).padStart(15)}`,
    )
  const all = addUp('all', rows)
  if (all.failed.length > 0) console.log(`\nFailed:\n${all.failed.map((line) => `  ${line}`).join('\n')}`)
  console.log('\nTests that can’t pass under Wine:')
  for (const [why, count] of all.shown) console.log(`  ${count} × ${why}`)
  console.log(`\nWine can’t show:\n${beyondWine.map((line) => `  ${line}`).join('\n')}`)
  console.log(`\n${all.passed} passed, ${all.failed.length} failed, ${all.skipped + countShown(all)} skipped`)
  return all.failed.length > 0 ? 1 : 0
}

const run = async (): Promise<number> => {
  const reason = findReasonAgainstWine(process.platform, process.arch, isInstalled)
  if (reason) {
    console.error(`wine-test: ${reason}`)
    return 1
  }
  const wanted = process.argv.slice(2)
  const wine = await openWine(resolve(folder))
  const place = { wine, ...layOutTree(root, folder) }
  const rows: Row[] = []
  for (const { name, files } of parts) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const ofPart: Row[] = []
    for (const file of filesOf(files)) {
      const row = await runFile(place, name, file)
      console.log(`wine-test: ${file}: ${row.passed} passed, ${row.failed.length} failed, ${countShown(row)} not shown`)
      ofPart.push(row)
    }
    rows.push(addUp(name, ofPart))
  }
  if (wanted.length === 0 || wanted.includes('built-command')) rows.push(await runCommand(place))
  return print(rows)
}

process.exitCode = await run()
