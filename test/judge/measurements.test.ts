import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createImagePool, type ImagePool } from '../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import type { MeasuredPixels } from '../../shared/checks/measurements.ts'
import { type DrawnTruth, drawJudged } from './draw-judged.ts'
import { drawPrinted } from './draw-printed.ts'

/** Limits were fitted with seed 1 (print: its first 120 pictures); PACKSHOT_SEED tries another one. */
const seed = Number(process.env.PACKSHOT_SEED ?? 2026)
const pictures = Number(process.env.PACKSHOT_PICTURES ?? 200)
/** Part of the pictures that are right, for each rule. */
const goal = 0.97

let folder = ''
let pool: ImagePool
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-judge-'))
  // Without a limit of time: a busy computer is judged like an idle one.
  const entry = fileURLToPath(new URL('../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))
  pool = createImagePool({ spawn: () => forkImageWorker(entry), workers: 1, limits: { taskMs: 3_600_000, rssBytes: 2_000_000_000 } })
})
afterAll(async () => {
  await pool.stop()
  await rm(folder, { recursive: true })
})

const isNear = (a: number, b: number, within: number): boolean => Math.abs(a - b) <= within
const fillOf = (box: { readonly width: number; readonly height: number }, { width, height }: DrawnTruth): number =>
  Math.max(box.width / width, box.height / height)
const isPlain = ({ ground }: DrawnTruth): boolean => ground !== 'gradient'

/** Whether what was found is right. */
const rules: Readonly<Record<string, (truth: DrawnTruth, found: MeasuredPixels) => boolean>> = {
  'ratio and size': ({ width, height }, found) => found.width === width && found.height === height,
  'pure white ground': ({ ground }, { background: { color, pureWhiteShare } }) =>
    (color !== null && pureWhiteShare >= 0.95) === (ground === 'white'),
  'nearly white ground': ({ ground }, { background: { color, even, pureWhiteShare } }) =>
    (color !== null && even && Math.min(...color) >= 235 && pureWhiteShare < 0.95) === (ground === 'nearly white'),
  'color of the ground': ({ color }, { background }) =>
    color === null ? background.color === null : color.every((value, channel) => isNear(value, background.color?.[channel] ?? -99, 3)),
  'even ground': (truth, { background }) => background.even === isPlain(truth),
  transparency: ({ ground }, { transparent }) => transparent === (ground === 'transparent'),
  'at least 85 % of the frame': (truth, { subject }) =>
    isPlain(truth) ? subject !== null && fillOf(subject, truth) >= 0.85 === fillOf(truth.box, truth) >= 0.85 : subject === null,
  // A blurred edge is where a person sees it.
  'box around the thing': (truth, { subject }) => {
    if (!isPlain(truth) || !subject) return subject === null && !isPlain(truth)
    const within = (truth.isBlurred ? 0.03 : 0.012) * Math.max(truth.width, truth.height)
    return (['left', 'top', 'width', 'height'] as const).every((side) =>
      isNear(subject[side], truth.box[side], side === 'width' || side === 'height' ? 2 * within : within),
    )
  },
  sharpness: ({ isBlurred }, { sharpness: { verdict } }) => verdict !== 'unknown' && (verdict === 'sharp') === !isBlurred,
}

type Count = { right: number; all: number }

const tell = (rights: ReadonlyMap<string, Count>, wrong: readonly string[]): void => {
  const table = [...rights].map(([rule, { right, all }]) => `${rule}: ${right} of ${all} (${((100 * right) / all).toFixed(1)} %)`)
  process.stdout.write(`Seed ${seed}:\n${[...table, ...wrong].join('\n')}\n`)
  for (const [rule, { right, all }] of rights) expect(right / all, rule).toBeGreaterThanOrEqual(goal)
}

test(`measurements of ${pictures} drawn pictures are right`, async () => {
  const rights = new Map<string, Count>(Object.keys(rules).map((rule) => [rule, { right: 0, all: 0 }]))
  const wrong: string[] = []
  for await (const { name, truth, bytes, format } of drawJudged(pictures, seed)) {
    const path = join(folder, name.replaceAll(' ', '-'))
    await writeFile(path, bytes)
    const found = await pool.measure({ path, format, fixes: null })
    for (const [rule, isRight] of Object.entries(rules)) {
      const count = rights.get(rule) ?? { right: 0, all: 0 }
      count.all++
      if (isRight(truth, found)) count.right++
      else wrong.push(`${name}: ${rule}: ${JSON.stringify({ truth, found })}`)
    }
    await rm(path)
  }
  tell(rights, wrong)
})

/** Part of the drawn pictures on which something may be print, but can’t be read: neither right nor wrong. */
const mostNotChecked = 0.03

test(`print is found on those of ${pictures} drawn pictures that have some`, async () => {
  const all: Count = { right: 0, all: 0 }
  const byKind = new Map<string, Count>()
  const wrong: string[] = []
  const notChecked: string[] = []
  for await (const { name, kind, truth, bytes, format } of drawPrinted(pictures, seed)) {
    const path = join(folder, name.replaceAll(' ', '-'))
    await writeFile(path, bytes)
    // Reading has its own limit of a minute, which a very busy computer may need.
    const read = () => pool.readPrint({ path, format })
    const { words, isUnreadable = false } = await read()
      .catch(read)
      .catch(() => ({ words: null, isUnreadable: false }))
    if (isUnreadable) {
      notChecked.push(`not checked: ${name}: “${truth.words.join(' ')}”`)
      await rm(path)
      continue
    }
    const ofKind = byKind.get(kind) ?? { right: 0, all: 0 }
    byKind.set(kind, ofKind)
    const isRight = words !== null && words.length > 0 === truth.words.length > 0
    for (const count of [all, ofKind]) {
      count.all++
      if (isRight) count.right++
    }
    if (!isRight) wrong.push(`${name}: “${truth.words.join(' ')}”, ${words ? `read “${words.join(' ')}”` : 'not read'}`)
    await rm(path)
  }
  const kinds = [...byKind].map(([kind, count]) => `    ${kind}: ${count.right} of ${count.all}`)
  tell(new Map([['text on the picture', all]]), [...kinds, ...notChecked, ...wrong])
  expect(notChecked.length / pictures).toBeLessThanOrEqual(mostNotChecked)
})
