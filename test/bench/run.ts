import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BenchLine, type BenchResult, toTable, verdictOf } from './bench-line.ts'
import { startBusyProcesses } from './busy-processes.ts'
import { commands } from './lines/commands.ts'
import { drop } from './lines/drop.ts'
import { eventLoop } from './lines/event-loop.ts'
import { formats } from './lines/formats.ts'
import { growth } from './lines/growth.ts'
import { hashing } from './lines/hashing.ts'
import { idle } from './lines/idle.ts'
import { lists } from './lines/lists.ts'
import { match } from './lines/match.ts'
import { memory } from './lines/memory.ts'
import { pipeline } from './lines/pipeline.ts'
import { million, reads } from './lines/reads.ts'
import { sheet } from './lines/sheet.ts'
import { similar } from './lines/similar.ts'
import { text } from './lines/text.ts'
import { thumbnails } from './lines/thumbnails.ts'
import { watch } from './lines/watch.ts'
import { window } from './lines/window.ts'
import { windowStart } from './lines/window-start.ts'

// node test/bench/run.ts [--busy] [name…]: measures Packshot against other programs in one run and prints ratios. It reports and never fails a
// build: only a bench that cannot run at all ends with 1. --busy: beside one busy process per core, where only ratios count.
// PACKSHOT_BENCH_SMALL=1: a few files, to see that it works.
// PACKSHOT_BENCH_DIR: where its files go (a real disk, 6 GB); by default the system's folder for temporary files.
const lines: readonly BenchLine[] = [
  pipeline,
  hashing,
  thumbnails,
  formats,
  memory,
  drop,
  eventLoop,
  commands,
  text,
  growth,
  reads,
  million,
  lists,
  match,
  sheet,
  similar,
  watch,
  window,
  windowStart,
  idle,
]

const say = (text: string): void => void process.stderr.write(`bench: ${text}\n`)
const print = (text: string): void => void process.stdout.write(`${text}\n`)

const show = (result: BenchResult): void => {
  if (result.kind === 'skipped') {
    print(`${result.what}: skipped, ${result.reason}`)
    return
  }
  const { what, ours, reference, ratio, goal } = result
  const figures = [`ours ${ours}`, reference && `reference ${reference}`, ratio && `ratio ${ratio}`, goal && `goal ${goal}`]
  print(`${what}: ${figures.filter(Boolean).join(', ')}: ${verdictOf(result)}`)
  for (const note of result.notes) if (note) print(`    ${note}`)
}

const main = async (args: readonly string[]): Promise<number> => {
  const names = args.filter((one) => one !== '--busy')
  const isBusy = args.includes('--busy')
  const unknown = names.filter((name) => !lines.some((line) => line.name === name))
  if (unknown.length > 0) {
    say(`there is no line “${unknown.join('”, “')}”; the lines are ${lines.map((line) => line.name).join(', ')}`)
    return 1
  }
  if (!existsSync(fileURLToPath(new URL('../../out/main/image-process.js', import.meta.url)))) {
    say('the app has not been built: use “npm run bench”')
    return 1
  }
  const begun = performance.now()
  const folder = await mkdtemp(join(process.env.PACKSHOT_BENCH_DIR ?? tmpdir(), 'packshot-bench-'))
  // 6 GB must not be left behind when a person stops it.
  const clear = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143))
  process.once('exit', clear)
  const isSmall = process.env.PACKSHOT_BENCH_SMALL === '1'
  const context = { folder, isSmall, runs: isSmall ? 1 : 3, say }
  const results: BenchResult[] = []
  const endBusy = isBusy ? startBusyProcesses() : () => {}
  try {
    for (const line of lines) {
      if (names.length > 0 ? !names.includes(line.name) : line.isApart) continue
      const found = await line
        .run(context)
        .catch((error: unknown): BenchResult[] => [
          { kind: 'skipped', what: line.name, reason: `it failed: ${error instanceof Error ? error.message : String(error)}` },
        ])
      for (const one of found) show(one)
      results.push(...found)
    }
  } finally {
    endBusy()
    await rm(folder, { recursive: true, force: true })
  }
  const took = ((performance.now() - begun) / 1000).toFixed(0)
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, ${process.platform}`
  print(
    `\n${toTable(results)}\n\n${machine}; medians of alternating runs; ${took} s in all${isBusy ? '; beside one busy process per core' : ''}${context.isSmall ? '; SMALL RUN, its figures mean little' : ''}`,
  )
  return 0
}

process.exitCode = await main(process.argv.slice(2))
