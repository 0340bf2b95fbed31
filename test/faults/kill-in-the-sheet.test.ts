import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findDamage } from '../../electron/core/base/database/find-damage.ts'
import { createRandom } from '../fixtures/random.ts'
import { openTestCore, writePng } from '../support/open-test-core.ts'
import { seed } from '../support/seed.ts'

const isFull = process.env.PACKSHOT_FAULTS === 'full'
const kills = Number(process.env.PACKSHOT_KILLS ?? (isFull ? 50 : 4))
const pictures = 60
const columns = 30

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-sheet-kill-'))
  const { core, client } = await openTestCore(join(folder, 'data'))
  const paths = Array.from({ length: pictures }, (_, at) => join(folder, `${at}.png`))
  for (const path of paths) await writePng(path, path)
  await client.intake.add({ named: paths, recursive: false, upload: false })
  const questions = Array.from({ length: columns }, (_, at) => ({ question: `Question ${at}?`, column: `Column ${at}`, checks: [] }))
  await client.questionSets.save({ name: 'Texts', questions, runsOnDrop: false })
  await core.stop()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const child = fileURLToPath(new URL('./sheet-child.ts', import.meta.url))

type Life = { readonly found: string; readonly acknowledged: string; readonly begun: string | null; readonly changes: number }

/** Works in the sheet in a process of its own, which is killed this long after it has found what is there. */
const liveAndDie = async (life: number, afterMs: number): Promise<Life> => {
  const worker = spawn(process.execPath, [child, folder, `${life}`], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(worker, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  let [said, words] = ['', '']
  let timer: NodeJS.Timeout | undefined
  worker.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
    if (said.includes('\n')) timer ??= setTimeout(() => worker.kill('SIGKILL'), afterMs)
  })
  worker.stderr.setEncoding('utf8').on('data', (text: string) => {
    words += text
  })
  const [, signal] = await ended
  clearTimeout(timer)
  expect(signal, words).toBe('SIGKILL')
  // A line that the kill cut was not said.
  const lines = said.split('\n').slice(0, -1)
  const of = (what: string): string[] => lines.filter((line) => line.startsWith(what)).map((line) => line.slice(what.length))
  const [found = ''] = of('found ')
  return {
    found,
    acknowledged: of('done ').at(-1) ?? found,
    begun: lines.at(-1)?.startsWith('begin ') ? (of('begin ').at(-1) ?? null) : null,
    changes: of('done ').length,
  }
}

/** An exported table is a whole one, whatever happened while the next one was written. */
const checkExport = (): void => {
  const path = join(folder, 'texts.csv')
  if (existsSync(path)) expect((parse(readFileSync(path), { bom: true }) as string[][]).length).toBe(pictures + 1)
}

it(`keeps every change of the sheet that it acknowledged, and the one in the middle whole or not at all, through ${kills} kills (seed ${seed})`, {
  timeout: 600_000,
}, async () => {
  const random = createRandom(seed)
  let before: Life | undefined
  let [changes, cut, ended] = [0, 0, 0]
  for (let life = 1; life <= kills + 1; life++) {
    const lived = await liveAndDie(life, 100 + random() * 900)
    if (before) expect([before.acknowledged, before.begun], `before life ${life}`).toContain(lived.found)
    if (before?.begun) cut += 1
    if (before?.begun && before.begun === lived.found && before.begun !== before.acknowledged) ended += 1
    checkExport()
    before = lived
    changes += lived.changes
  }
  const database = new DatabaseSync(join(folder, 'data', 'library.db'))
  expect(findDamage(database, 'whole')).toBeNull()
  database.close()
  console.log(`${kills} kills in ${changes} changes; ${cut} came in the middle of a change, ${ended} of which is there as a whole`)
  expect(changes).toBeGreaterThan(0)
})
