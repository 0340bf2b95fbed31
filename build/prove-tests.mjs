import { spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from './bootstrap.mjs'
import { plainFailure, reportFailure } from './plain-failure.mjs'
import { runQuietly } from './run-process.mjs'

/**
 * `npm run prove-tests`: runs the tests of the last commit again and again, each time from a fresh clone with an empty npm cache, some of them
 * beside a busy process for each core, and prints a table for test/README.md. `-- everyday`, `-- everyday-busy` or `-- all`: these runs only.
 * Takes about an hour and a half. Exit code 1 when a run failed; the output of such a run is kept.
 */
const runs = [
  { kind: 'everyday', args: [], isBusy: false, times: 3 },
  { kind: 'everyday-busy', args: [], isBusy: true, times: 2 },
  { kind: 'all', args: ['--', '--all'], isBusy: false, times: 2 },
]

const prove = async (kinds) => {
  const unknown = kinds.find((kind) => !runs.some((run) => run.kind === kind))
  if (unknown) throw plainFailure(`there are no runs "${unknown}".`, `Runs: ${runs.map(({ kind }) => kind).join(', ')}.`)
  const { printed: commit } = await runQuietly('git', ['rev-parse', '--short', 'HEAD'], { cwd: projectRoot })
  console.log(`Commit ${commit}, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}\n`)
  console.log('| command | beside it | result | tests took | with set-up |\n|---|---|---|---|---|')
  let failed = 0
  for (const run of runs.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))) {
    for (let time = 0; time < run.times; time++) failed += (await runOnce(run)) ? 0 : 1
  }
  return failed > 0 ? 1 : 0
}

const runOnce = async ({ args, isBusy }) => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-proof-'))
  const clone = join(folder, 'clone')
  const cloned = await runQuietly('git', ['clone', '-q', '--no-hardlinks', projectRoot, clone])
  if (cloned.code !== 0) throw plainFailure('the clone could not be made.', 'Its message stands above.', cloned.printed)
  const busy = isBusy ? Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;);'])) : []
  const started = Date.now()
  const log = join(folder, 'output.txt')
  try {
    const code = await runInto(log, clone, ['test', ...args], { ...process.env, npm_config_cache: join(folder, 'npm-cache') })
    const printed = readFileSync(log, 'utf8')
    const [, took = '?', counts = '?'] = /In (.+), set-up excluded:\n(.+)/.exec(printed) ?? []
    const result = code === 0 ? counts : `**failed** (${counts}; output: ${log})`
    const cells = [`npm test ${args.join(' ')}`.trim(), isBusy ? `${busy.length} busy processes` : 'nothing', result, took]
    console.log(`| ${cells.join(' | ')} | ${Math.round((Date.now() - started) / 1_000)} s |`)
    rmSync(code === 0 ? folder : clone, { recursive: true, force: true, maxRetries: 5 })
    return code === 0
  } finally {
    for (const process of busy) process.kill('SIGKILL')
  }
}

const runInto = (log, cwd, args, env) =>
  new Promise((resolve, reject) => {
    const output = openSync(log, 'w')
    const child = spawn('npm', args, { cwd, env, stdio: ['ignore', output, output], shell: process.platform === 'win32' })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })

process.exitCode = await prove(process.argv.slice(2)).catch(reportFailure)
