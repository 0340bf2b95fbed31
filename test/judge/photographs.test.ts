import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createImagePool, type ImagePool } from '../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import { identifyFile } from '../../electron/core/formats/kinds/identify-file.ts'
import type { MeasuredPixels } from '../../shared/checks/measurements.ts'
import { lackOf } from '../support/lacks.ts'
import { type OpenedPhotograph, openPhotographs } from './photographs/open-photographs.ts'
import { placeCutOuts } from './photographs/place-cut-outs.ts'

// Real photographs, labelled by eye (photographs/labels.json), and cut-outs of them on grounds. Of every rule: how many are right, which are wrong, and how many an
// eye couldn't decide. What is not checked, as it can't be judged, is neither right nor wrong, and counted by itself.

/** Part of the judged photographs that are right, for each rule. */
const goal = 0.97
/** Part of the decided photographs that may be not judged. */
const mostNotChecked = 0.1
/** An eye’s box may be wrong by this share of a side. */
const byEye = 0.035

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

/** `words`: `null` where none were wanted, `'failed'` where they couldn’t be read, `'unreadable'` where something may be print. */
type Found = { readonly pixels: MeasuredPixels; readonly words: readonly string[] | 'failed' | 'unreadable' | null }
/** `undefined`: an eye couldn’t decide. */
type Rule = (label: OpenedPhotograph, found: Found) => boolean | 'not-checked' | undefined

const fillOf = ([left, top, right, bottom]: readonly [number, number, number, number]): number => Math.max(right - left, bottom - top)
const boxOf = ({ subject, width, height }: MeasuredPixels): readonly [number, number, number, number] | null =>
  subject && [subject.left / width, subject.top / height, (subject.left + subject.width) / width, (subject.top + subject.height) / height]

const rules: Readonly<Record<string, Rule>> = {
  'pure white ground': ({ white }, { pixels: { background } }) =>
    white === null ? undefined : (background.color !== null && background.pureWhiteShare >= 0.95) === (white === 'pure'),
  'nearly white ground': ({ white }, { pixels: { background } }) => {
    const { color, even, pureWhiteShare } = background
    return white === null
      ? undefined
      : (color !== null && even && Math.min(...color) >= 235 && pureWhiteShare < 0.95) === (white === 'nearly')
  },
  'even ground': ({ even }, { pixels }) => (even === null ? undefined : pixels.background.even === even),
  transparency: ({ transparent }, { pixels }) => (transparent === null ? undefined : pixels.transparent === transparent),
  'at least 85 % of the frame': ({ box }, { pixels }) => {
    const found = boxOf(pixels)
    return box === null ? undefined : found !== null && fillOf(found) >= 0.85 === fillOf(box) >= 0.85
  },
  'box around the thing': ({ box }, { pixels }) => {
    const found = boxOf(pixels)
    return box === null ? undefined : found?.every((side, at) => Math.abs(side - (box[at] ?? 0)) <= byEye) === true
  },
  sharpness: ({ sharp }, { pixels: { sharpness } }) =>
    sharp === null ? undefined : sharpness.verdict !== 'unknown' && (sharpness.verdict === 'sharp') === sharp,
  text: ({ words }, found) => {
    if (words === null || found.words === null) return undefined
    if (found.words === 'unreadable') return 'not-checked'
    return found.words !== 'failed' && found.words.length > 0 === words.length > 0
  },
}

const look = async ({ name, bytes, words: labelled }: OpenedPhotograph, withText: boolean): Promise<Found> => {
  const identified = identifyFile(bytes, bytes.length)
  if (identified.kind !== 'image') throw new Error(`${name} is no picture`)
  const path = join(folder, 'picture')
  await writeFile(path, bytes)
  const { format } = identified
  const pixels = await pool.measure({ path, format, fixes: null })
  if (!withText || labelled === null) return { pixels, words: null }
  // Reading has its own limit of a minute, which a busy computer may need for a scene of much detail.
  const read = () => pool.readPrint({ path, format })
  const words = await read()
    .catch(read)
    .then(
      (found) => (found.isUnreadable ? ('unreadable' as const) : found.words),
      () => 'failed' as const,
    )
  return { pixels, words }
}

type Count = { right: number; decided: number; undecided: number; readonly notChecked: string[]; readonly wrong: string[] }

const judgeAll = async (photographs: readonly OpenedPhotograph[], withText: boolean): Promise<ReadonlyMap<string, Count>> => {
  const counts = new Map(
    Object.keys(rules).map((rule): [string, Count] => [rule, { right: 0, decided: 0, undecided: 0, notChecked: [], wrong: [] }]),
  )
  for (const photograph of photographs) {
    const found = await look(photograph, withText)
    for (const [rule, isRight] of Object.entries(rules)) {
      const count = counts.get(rule)
      const right = isRight(photograph, found)
      if (!count) continue
      if (right === undefined) count.undecided++
      else count.decided++
      if (right === true) count.right++
      else if (right === 'not-checked') count.notChecked.push(`${photograph.name}${photograph.words?.length ? ', with words' : ''}`)
      else if (right === false) count.wrong.push(`${photograph.name}: ${JSON.stringify(rule === 'text' ? found.words : found.pixels)}`)
    }
  }
  return counts
}

const tell = (title: string, counts: ReadonlyMap<string, Count>): void => {
  const lines = [...counts].map(([rule, { right, decided, undecided, notChecked, wrong }]) =>
    [
      `${rule.padEnd(28)} ${String(right).padStart(3)} of ${decided} right (${((100 * right) / Math.max(1, decided)).toFixed(1)} %), ${notChecked.length} not checked, ${undecided} undecided`,
      ...notChecked.map((one) => `    not checked: ${one}`),
      ...wrong.map((one) => `    wrong: ${one}`),
    ].join('\n'),
  )
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`)
}

const expectGoal = (counts: ReadonlyMap<string, Count>): void => {
  for (const [rule, { right, decided, notChecked }] of counts) {
    if (decided === 0) continue
    expect.soft(right / (decided - notChecked.length), rule).toBeGreaterThanOrEqual(goal)
    expect.soft(notChecked.length / decided, `${rule}, not checked`).toBeLessThanOrEqual(mostNotChecked)
  }
}

const kindsOfSeen = [
  { seen: true, which: 'by which measuring was improved' },
  { seen: false, which: 'that were labelled after it was improved' },
] as const

test.for(kindsOfSeen)('measurements of photographs $which are what an eye sees', async ({ seen, which }, context) => {
  const { photographs, missing } = await openPhotographs()
  if (missing.length > 0) process.stdout.write(`\nnot here:\n${missing.join('\n')}\n`)
  if (missing.length > photographs.length) context.skip(lackOf('no-photographs'))
  const some = photographs.filter((one) => one.seen === seen)
  const counts = await judgeAll(some, true)
  tell(`${some.length} photographs ${which}`, counts)
  expectGoal(counts)
})

test.for(kindsOfSeen)('measurements of cut-outs of photographs $which, on known grounds, are right', async ({ seen, which }, context) => {
  const { photographs } = await openPhotographs()
  const cutOuts = photographs.filter((one) => one.transparent && one.seen === seen)
  if (cutOuts.length === 0) context.skip(lackOf('no-photographs'))
  const placed = await placeCutOuts(cutOuts)
  const counts = await judgeAll(placed, false)
  tell(`${placed.length} cut-outs of ${cutOuts.length} photographs ${which}, on grounds`, counts)
  expectGoal(counts)
})
