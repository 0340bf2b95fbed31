import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from './bootstrap.mjs'
import { plainFailure, reportFailure } from './plain-failure.mjs'
import { runQuietly } from './run-process.mjs'

/**
 * `npm run prove-tests`: runs the tests of the last commit again and again, each time from a fresh clone with an empty npm cache, some of them
 * beside busy processes, and prints a table for test/README.md. Takes about an hour and a half. `-- everyday`, `-- everyday-busy` or `-- all`:
 * these runs only. `-- --continue`: keeps the runs of this commit that were green, and does the others.
 * Exit code 1 when a run failed; the output of such a run is kept.
 */
const runs = [
  { kind: 'everyday', args: [], busy: 0, times: 3 },
  { kind: 'everyday-busy', args: [], busy: 2, times: 2 },
  { kind: 'all', args: ['--', '--all'], busy: 0, times: 2 },
]

const prove = async (given) => {
  const kinds = given.filter((one) => one !== '--continue')
  const unknown = kinds.find((kind) => !runs.some((run) => run.kind === kind))
  if (unknown) throw plainFailure(`there are no runs "${unknown}".`, `Runs: ${runs.map(({ kind }) => kind).join(', ')}.`)
  const commit = await git('rev-parse', '--short', 'HEAD')
  if ((await git('status', '--porcelain')) !== '') console.log('Uncommitted changes are not tested.\n')
  const file = join(tmpdir(), `packshot-proof-${commit}.jsonl`)
  if (!given.includes('--continue')) rmSync(file, { force: true })
  const green = readRows(file)
  console.log(`${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}\n`)
  console.log('| commit | command | beside it | result | tests took | with set-up |\n|---|---|---|---|---|---|')
  let failed = 0
  for (const run of runs.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))) {
    const before = green.filter(({ kind }) => kind === run.kind).slice(0, run.times)
    for (const { row } of before) console.log(row)
    for (let time = before.length; time < run.times; time++) {
      const { row, isGreen } = await runOnce(run, commit)
      console.log(row)
      if (isGreen) appendFileSync(file, `${JSON.stringify({ kind: run.kind, row })}\n`)
      else failed++
    }
  }
  return failed > 0 ? 1 : 0
}

const git = async (...args) => {
  const { code, printed } = await runQuietly('git', args, { cwd: projectRoot })
  if (code !== 0) throw plainFailure(`git ${args[0]} failed.`, 'Its message is above.', printed)
  return printed
}

/** [{ kind, row }] of the runs that were green; none without the file. */
const readRows = (file) => {
  try {
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  } catch {
    return []
  }
}

/** { row: of the table, isGreen }. The load is what the machine had to do before, which the times depend on. */
const runOnce = async ({ args, busy }, commit) => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-proof-'))
  const clone = join(folder, 'clone')
  await git('clone', '-q', '--no-hardlinks', projectRoot, clone)
  const load = loadavg()[0].toFixed(1)
  const processes = Array.from({ length: busy }, startBusyProcess)
  const started = Date.now()
  const log = join(folder, 'output.txt')
  try {
    const code = await runInto(log, clone, ['test', ...args], { ...process.env, npm_config_cache: join(folder, 'npm-cache') })
    const [, took = '?', counts = '?'] = /In (.+), set-up excluded:\n(.+)/.exec(readFileSync(log, 'utf8')) ?? []
    // Without its sum nothing says that it tested anything.
    const isGreen = code === 0 && counts !== '?'
    const result = isGreen ? counts : `**failed** (${counts}; output: ${log})`
    const beside = busy > 0 ? `${busy} busy processes, load ${load}` : `nothing, load ${load}`
    const cells = [commit, `npm test ${args.join(' ')}`.trim(), beside, result, took, `${Math.round((Date.now() - started) / 1_000)} s`]
    rmSync(isGreen ? folder : clone, { recursive: true, force: true, maxRetries: 5 })
    return { row: `| ${cells.join(' | ')} |`, isGreen }
  } finally {
    for (const one of processes) one.kill('SIGKILL')
  }
}

/** Ends with this process, however that ends. */
const startBusyProcess = () => {
  const busy = `
    new (require('node:worker_threads').Worker)('for (;;);', { eval: true })
    process.stdin.on('end', () => process.exit()).resume()`
  return spawn(process.execPath, ['-e', busy], { stdio: ['pipe', 'ignore', 'inherit'] })
}

const runInto = (log, cwd, args, env) =>
  new Promise((resolve, reject) => {
    const output = openSync(log, 'w')
    const child = spawn('npm', args, { cwd, env, stdio: ['ignore', output, output], shell: process.platform === 'win32' })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })

process.exitCode = await prove(process.argv.slice(2)).catch(reportFailure)
