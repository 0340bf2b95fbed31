import { existsSync, mkdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRandom } from '../fixtures/random.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { startPackshot } from '../support/packshot-process.ts'
import { createPackshotUser, type PackshotUser } from '../support/packshot-user.ts'
import { seed } from '../support/seed.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

const kills = process.env.PACKSHOT_FAULTS === 'full' ? 50 : 3

let ann: PackshotUser
let workspace: WorkspaceProcess
beforeEach(async () => {
  ann = await createPackshotUser()
  workspace = await startWorkspaceProcess()
})
afterEach(async () => {
  await workspace.remove()
  await ann.remove()
})

type Facts = { readonly preview: { readonly brings: Readonly<Record<string, number>>; readonly differs: Readonly<Record<string, number>> } }
const nothing = { pictures: 0, products: 0, sets: 0, matches: 0, cells: 0 }

it(`moves everything to another computer by command, also if it is killed in the middle (seed ${seed})`, async () => {
  const from = join(ann.folder, 'Shoot')
  await writeTestPictures(from, 20, { firstSeed: 1, bytes: 20_000 })
  const set = join(ann.folder, 'shop.packshot-questions')
  const questions = ['What format is it?', 'Is the background white?'].map((question, at) => ({
    question,
    column: `Column ${at}`,
    checks: [],
  }))
  await writeFile(set, JSON.stringify({ packshotQuestions: 1, sets: [{ name: 'Shop', questions, runsOnDrop: false }] }))
  const list = join(ann.folder, 'list.csv')
  await writeFile(list, 'SKU,Name\r\nM-1,Red mug\r\nC-1,Cup\r\n')
  for (const args of [
    ['sets', 'import', set],
    ['products', 'import', list],
    ['add', from],
    ['ask', '--set', 'Shop'],
  ])
    expect((await ann.run(...args)).code, args.join(' ')).toBe(0)
  expect((await ann.work(workspace)).code).toBe(0)
  expect((await ann.run('review', '--set', 'Shop', '--all', '--approve')).code).toBe(0)
  const file = join(ann.folder, 'all.packshot-handover')
  const written = await ann.run('handover', file, '--originals')
  expect(written.stdout).toContain('20 pictures, 2 products, 1 question set')
  expect(written.code).toBe(0)

  const random = createRandom(seed)
  const dataFolder = join(ann.folder, 'other computer')
  const merge = (...more: string[]) => startPackshot(['merge', file, '--other-workspace', '--json', ...more], { dataFolder })
  let killed = 0
  for (;;) {
    const running = merge()
    // Somewhere in the merge: it begins once the plan is on disk.
    const planned = join(dataFolder, 'handovers', 'merge.jsonl')
    let isOver = false
    void running.ended.then(() => {
      isOver = true
    })
    await expect.poll(() => isOver || existsSync(planned), { interval: 5, timeout: 60_000 }).toBe(true)
    const timer = killed < kills ? setTimeout(() => running.child.kill('SIGKILL'), random() * 400) : undefined
    const { signal, code, stdout } = await running.ended
    clearTimeout(timer)
    if (signal !== 'SIGKILL') {
      expect(code, stdout).toBe(0)
      break
    }
    killed++
  }
  const again = (await merge('--dry-run').ended).json() as Facts
  expect(again.preview).toMatchObject({ brings: nothing, differs: { cell: 0, product: 0, set: 0, match: 0 } })
  expect(existsSync(join(dataFolder, 'handovers', 'merge.jsonl'))).toBe(false)

  /** What goes out of both is the same, byte for byte. */
  const exported = async (folder: string): Promise<string> => {
    const to = join(ann.folder, `${folder === ann.dataFolder ? 'ann' : 'other'}.csv`)
    const { code, stderr } = await startPackshot(['export', '--set', 'Shop', '--to', to], { dataFolder: folder }).ended
    expect(code, stderr).toBe(0)
    return readFile(to, 'utf8')
  }
  // Where Ann's folder is on her computer stays her own.
  expect(await exported(dataFolder)).toBe((await exported(ann.dataFolder)).replaceAll(`${ann.folder}/`, '/'))
})

it('keeps what is here where both sides differ, until a person decides', async () => {
  const from = join(ann.folder, 'Shoot')
  mkdirSync(from)
  await writeTestPictures(from, 1, { firstSeed: 1, bytes: 20_000 })
  const list = join(ann.folder, 'list.csv')
  const file = join(ann.folder, 'ann.packshot-handover')
  await writeFile(list, 'SKU,Name\r\nM-1,Red mug\r\n')
  expect((await ann.run('products', 'import', list)).code).toBe(0)
  expect((await ann.run('handover', file)).code).toBe(0)
  await writeFile(list, 'SKU,Name\r\nM-1,Mug in red\r\n')
  expect((await ann.run('products', 'import', list)).code).toBe(0)
  const open = await ann.run('merge', file)
  expect(open.stdout).toContain('1 difference to decide.')
  expect(open.stdout).toContain('1 difference left as in your library.')
  expect(open.code).toBe(3)
  const taken = await ann.run('merge', file, '--theirs')
  expect(taken.stdout).toContain('Merged: 1 product.')
  expect(taken.code).toBe(0)
  await writeFile(file, 'no hand-over')
  const bad = await ann.run('merge', file)
  expect(bad.stderr).toContain('is damaged or incomplete')
  expect(bad.code).toBe(1)
})

it('a run completes a merge that was killed', async () => {
  const from = join(ann.folder, 'Shoot')
  await writeTestPictures(from, 40, { firstSeed: 1, bytes: 40_000 })
  expect((await ann.run('add', from)).code).toBe(0)
  const file = join(ann.folder, 'all.packshot-handover')
  expect((await ann.run('handover', file, '--originals')).code).toBe(0)
  const dataFolder = join(ann.folder, 'other computer')
  const planned = join(dataFolder, 'handovers', 'merge.jsonl')
  const running = startPackshot(['merge', file], { dataFolder })
  await expect.poll(() => existsSync(planned), { interval: 2, timeout: 60_000 }).toBe(true)
  running.child.kill('SIGKILL')
  await running.ended
  expect(existsSync(planned)).toBe(true)
  await startPackshot(['run'], { dataFolder }).ended
  expect(existsSync(planned)).toBe(false)
  const { stdout } = await startPackshot(['images', '--json'], { dataFolder }).ended
  expect(JSON.parse(stdout)).toHaveLength(40)
})
