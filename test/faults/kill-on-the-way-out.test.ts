import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { zipArchives } from '../../electron/core/exchange/handover/zip-archives.ts'
import { askedQuestions, cellValue, sheetView } from '../../shared/answers/sheet.ts'
import { createRandom } from '../fixtures/random.ts'
import { makeTestPicture } from '../fixtures/test-pictures.ts'
import { openTestCore, type TestCore } from '../support/open-test-core.ts'
import { seed } from '../support/seed.ts'

const isFull = process.env.PACKSHOT_FAULTS === 'full'
const kills = Number(process.env.PACKSHOT_KILLS ?? (isFull ? 50 : 2))
const pictures = 12
const questions = Array.from({ length: 40 }, (_, at) => ({ question: `Question ${at}?`, column: `Column ${at}`, checks: [] }))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-out-kill-'))
  mkdirSync(join(folder, 'out', 'copies'), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const child = fileURLToPath(new URL('./out-child.ts', import.meta.url))

type End = { readonly isKilled: boolean; readonly ms: number }

/** Runs the process, and kills it this long after it began; absent: lets it end. `ms`: from its beginning to its end. */
const run = async (what: 'export' | 'merge', data: string, afterMs?: number): Promise<End> => {
  const worker = spawn(process.execPath, [child, what, folder, data], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(worker, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  let [said, words, begun] = ['', '', 0]
  let timer: NodeJS.Timeout | undefined
  worker.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
    if (begun > 0 || !said.includes('begun')) return
    begun = performance.now()
    if (afterMs !== undefined) timer = setTimeout(() => worker.kill('SIGKILL'), afterMs)
  })
  worker.stderr.setEncoding('utf8').on('data', (text: string) => {
    words += text
  })
  const [code, signal] = await ended
  clearTimeout(timer)
  if (signal !== 'SIGKILL') expect(code, words).toBe(0)
  return { isKilled: signal === 'SIGKILL', ms: performance.now() - begun }
}

/** A library with pictures and approved texts, and a set of questions. */
const makeWork = async (data: string): Promise<void> => {
  const core = await openTestCore(join(folder, data))
  const paths = Array.from({ length: pictures }, (_, at) => join(folder, `${at}.jpg`))
  for (const [at, path] of paths.entries()) await writeFile(path, await makeTestPicture(at + 1, { bytes: 9_000 }))
  await core.client.intake.add({ named: paths, recursive: false, upload: false })
  await core.client.questionSets.save({ name: 'Texts', questions, runsOnDrop: false })
  const { rows } = await core.client.library.page({ offset: 0, limit: 50, sort: { by: 'name', descending: false }, filter: {} })
  const cells = rows.flatMap(({ id, name }) =>
    questions.map(({ question }) => ({ imageId: id, question, text: `${name}: ${question}`, seen: null, review: 'approved' as const })),
  )
  await core.client.sheet.edit({ cells, kind: 'pasted' })
  await core.core.stop()
}

const readArchive = async (path: string): Promise<number> => {
  const archive = await zipArchives.open(path, { files: 1_000 })
  let bytes = 0
  try {
    for (const name of archive.sizes.keys()) for await (const piece of archive.read(name)) bytes += piece.length
  } finally {
    archive.close()
  }
  return bytes
}

/** Each file is a whole one, whatever happened while the next one was written. Returns how many there are. */
const checkOut = async (): Promise<number> => {
  const out = (name: string): string => join(folder, 'out', name)
  let found = 0
  if (existsSync(out('texts.csv'))) {
    expect((parse(readFileSync(out('texts.csv')), { bom: true }) as string[][]).length).toBe(pictures + 1)
    found++
  }
  for (const name of ['texts.xlsx', 'work.packshot-handover'])
    if (existsSync(out(name))) {
      expect(await readArchive(out(name)), name).toBeGreaterThan(1_000)
      found++
    }
  const copies = readdirSync(out('copies'), { recursive: true, encoding: 'utf8', withFileTypes: true })
  for (const copy of copies)
    if (copy.isFile() && !copy.name.endsWith('.part')) {
      const { data } = await sharp(join(copy.parentPath, copy.name)).raw().toBuffer({ resolveWithObject: true })
      expect(data.equals(await sharp(join(folder, copy.name)).raw().toBuffer()), copy.name).toBe(true)
      found++
    }
  return found
}

it(`leaves each exported file whole through ${kills} kills (seed ${seed})`, { timeout: 900_000 }, async () => {
  const random = createRandom(seed)
  await makeWork('Ann')
  let found = 0
  for (let kill = 1; kill <= kills; kill++) {
    expect(await run('export', 'Ann', 20 + random() * 1_500)).toMatchObject({ isKilled: true })
    found = await checkOut()
  }
  // What the killed ones left beside their places goes with the next export.
  const ann = await openTestCore(join(folder, 'Ann'))
  await ann.client.handover.write({ to: { kind: 'path', path: join(folder, 'out', 'work.packshot-handover') }, originals: true })
  await ann.core.stop()
  expect(
    readdirSync(join(folder, 'out')).filter((name) => name.includes('handover') || name.startsWith('.packshot-')).length,
  ).toBeLessThanOrEqual(3)
  console.log(`${kills} kills in exports; ${found} files after the last one, each whole`)
})

const stateOf = async ({ client }: TestCore) => {
  const { rows } = await client.library.page({ offset: 0, limit: 50, sort: { by: 'name', descending: false }, filter: {} })
  const cells = await client.sheet.page({ view: sheetView.parse({ setId: askedQuestions }), offset: 0, limit: 50 })
  return {
    pictures: rows.map(({ name }) => name),
    texts: cells.rows.flatMap((row) => row.cells.map((cell) => `${row.name} ${cellValue(cell)} ${cell.review}`)).sort(),
    sets: (await client.questionSets.list()).map(({ name }) => name),
  }
}

it(`ends a merge as if nothing had happened, and says so, through ${kills} kills (seed ${seed})`, { timeout: 900_000 }, async () => {
  const random = createRandom(seed)
  await makeWork('Ann')
  const ann = await openTestCore(join(folder, 'Ann'))
  await ann.client.handover.write({ to: { kind: 'path', path: join(folder, 'out', 'work.packshot-handover') }, originals: true })
  const wanted = await stateOf(ann)
  await ann.core.stop()
  const ben = await openTestCore(join(folder, 'empty'))
  await ben.core.stop()
  const begin = (data: string): void => {
    rmSync(join(folder, data), { recursive: true, force: true })
    cpSync(join(folder, 'empty'), join(folder, data), { recursive: true })
  }
  begin('Ben')
  const { ms } = await run('merge', 'Ben')
  let [left, told] = [kills, 0]
  while (left > 0) {
    begin('Ben')
    // One merge is killed several times before it ends.
    while (left > 0) {
      left -= 1
      const { isKilled } = await run('merge', 'Ben', random() * ms)
      if (!isKilled || random() < 0.4) break
    }
    const handovers = readdirSync(join(folder, 'Ben')).includes('handovers') ? readdirSync(join(folder, 'Ben', 'handovers')) : []
    const again = await openTestCore(join(folder, 'Ben'))
    if (handovers.includes('merge.jsonl') || handovers.includes('told.json')) {
      const state = async () => (await again.client.handover.view())?.state
      await expect.poll(state, { timeout: 120_000 }).toMatchObject({ kind: 'merged', wasInterrupted: true })
      told += 1
    } else {
      // Killed before it began, or after its end.
      const { pictures: there } = await stateOf(again)
      expect([0, wanted.pictures.length]).toContain(there.length)
      const { id } = await again.client.handover.open({ path: join(folder, 'out', 'work.packshot-handover') })
      await again.client.handover.merge({ id, choices: { usual: null, each: [] } })
    }
    expect(await stateOf(again)).toEqual(wanted)
    await again.core.stop()
  }
  console.log(`${kills} kills in merges of ${Math.round(ms)} ms; ${told} of them were ended by the next start, which says so`)
})
