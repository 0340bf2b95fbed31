import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { askedQuestions, sheetView } from '../../../../shared/answers/sheet.ts'
import { openTestCore, type TestCore, writePng } from '../../../support/open-test-core.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-merge-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const names = ['mug.png', 'cup.png', 'jug.png']
const questions = Array.from({ length: 30 }, (_, at) => `Question ${at}?`)
const view = sheetView.parse({ setId: askedQuestions })
const path = () => join(folder, 'work.packshot-handover')

const stateOf = async ({ client }: TestCore) => {
  const { rows } = await client.library.page({ offset: 0, limit: 10, sort: { by: 'name', descending: false }, filter: {} })
  const cells = await client.sheet.page({ view, offset: 0, limit: 10 })
  return {
    pictures: rows.map(({ name }) => name),
    texts: cells.rows.flatMap((row) => row.cells.map(({ text, review }) => `${row.name} ${text} ${review}`)).sort(),
    sets: (await client.questionSets.list()).map(({ name }) => name),
  }
}

const writeWork = async (): Promise<Awaited<ReturnType<typeof stateOf>>> => {
  const ann = await openTestCore(join(folder, 'Ann'))
  for (const name of names) await writePng(join(folder, name), `seed of ${name}`)
  await ann.client.intake.add({ named: names.map((name) => join(folder, name)), recursive: false, upload: false })
  const { rows } = await ann.client.library.page({ offset: 0, limit: 10, sort: { by: 'name', descending: false }, filter: {} })
  const cells = rows.flatMap(({ id, name }) =>
    questions.map((question) => ({ imageId: id, question, text: `${name}: ${question}`, seen: null, review: 'approved' as const })),
  )
  await ann.client.sheet.edit({ cells, kind: 'pasted' })
  await ann.client.questionSets.save({
    name: 'Shop',
    questions: [{ question: 'Question 0?', column: 'Zero', checks: [] }],
    runsOnDrop: false,
  })
  await ann.client.handover.write({ to: { kind: 'path', path: path() }, originals: true })
  const state = await stateOf(ann)
  await ann.core.stop()
  return state
}

it('continues at the next start wherever it was killed, says so, and ends as if nothing had happened', async () => {
  const wanted = await writeWork()
  /** What a kill leaves: the whole data folder, as it is after each commit. */
  const killed: string[] = []
  let isMerging = false
  const copy = (): void => {
    if (!isMerging || !existsSync(join(folder, 'Ben', 'handovers', 'merge.jsonl'))) return
    const to = join(folder, `killed ${killed.length}`)
    cpSync(join(folder, 'Ben'), to, { recursive: true, filter: (from) => !from.endsWith('.lock') })
    killed.push(to)
  }
  let monotonic = 0
  const ben = await openTestCore(join(folder, 'Ben'), {
    timers: {
      ...systemPlatform.timers,
      soon: (act) =>
        systemPlatform.timers.soon(() => {
          act()
          copy()
        }),
    },
    // Each piece is a turn of its own.
    clock: { now: Date.now, monotonic: () => (monotonic += 10) },
  })
  const { id } = await ben.client.handover.open({ path: path() })
  isMerging = true
  await ben.client.handover.merge({ id, choices: { usual: null, each: [] } })
  isMerging = false
  expect(await stateOf(ben)).toEqual(wanted)
  await ben.core.stop()
  expect(killed.length).toBeGreaterThan(3)

  // Some of them, the first and the last among them.
  const step = Math.max(1, Math.floor(killed.length / 5))
  for (const at of new Set([...killed.keys()].filter((index) => index % step === 0 || index === killed.length - 1))) {
    const open = await openTestCore(killed[at] ?? '')
    await expect
      .poll(async () => (await open.client.handover.view())?.state, { timeout: 20_000 })
      .toMatchObject({
        kind: 'merged',
        wasInterrupted: true,
      })
    expect(await stateOf(open), `killed after commit ${at}`).toEqual(wanted)
    await open.core.stop()
    // Told until a person has read it.
    const again = await openTestCore(killed[at] ?? '')
    await expect.poll(async () => (await again.client.handover.view())?.state.kind).toBe('merged')
    await again.client.handover.close({ id: (await again.client.handover.view())?.id ?? '' })
    await again.core.stop()
    expect(existsSync(join(killed[at] ?? '', 'handovers', 'told.json'))).toBe(false)
  }
}, 120_000)

it('continues without the file, and counts the pictures that are missing', async () => {
  await writeWork()
  let isCopied = false
  const copyOnce = (): void => {
    if (isCopied || !existsSync(join(folder, 'Ben', 'handovers', 'merge.jsonl'))) return
    cpSync(join(folder, 'Ben', 'handovers'), join(folder, 'Carl', 'handovers'), { recursive: true })
    isCopied = true
  }
  const ben = await openTestCore(join(folder, 'Ben'), {
    timers: {
      ...systemPlatform.timers,
      soon: (act) =>
        systemPlatform.timers.soon(() => {
          act()
          copyOnce()
        }),
    },
  })
  const { id } = await ben.client.handover.open({ path: path() })
  await ben.client.handover.merge({ id, choices: { usual: null, each: [] } })
  expect(isCopied).toBe(true)
  await ben.core.stop()
  rmSync(path())
  const carl = await openTestCore(join(folder, 'Carl'))
  await expect
    .poll(async () => (await carl.client.handover.view())?.state, { timeout: 20_000 })
    .toMatchObject({
      kind: 'merged',
      result: { pictures: 0, cells: 0, sets: 1, picturesMissing: 3 },
    })
  await carl.core.stop()
})
