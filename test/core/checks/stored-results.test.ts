import { basename } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ImageTask } from '../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { type MeasuredPixels, measuringVersion } from '../../../shared/checks/measurements.ts'
import { noBarcodes } from '../../support/no-barcodes.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

/** Something else for each content. */
const measureByName = ({ path }: Pick<ImageTask, 'path'>): MeasuredPixels => {
  const number = [...basename(path)].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  return {
    measuredBy: measuringVersion,
    width: 900,
    height: 900,
    transparent: false,
    background: { color: [255, 255, 255], even: true, pureWhiteShare: (number % 3) / 2 },
    subject: number % 2 === 0 ? null : { left: 0, top: 0, width: 300, height: 800 },
    sharpness: { value: 1, verdict: (['sharp', 'soft', 'blurred', 'unknown'] as const)[number % 4] ?? 'unknown' },
  }
}

const library = prepareTestLibrary({
  startImageProcess: () => ({
    ...noBarcodes,
    inspect: async ({ format }) => ({ format, width: 900, height: 900, orientation: 1, hasAlpha: false, hasGps: false }),
    measure: async (task) => measureByName(task),
    readPrint: async () => ({ words: [], areaShare: 0 }),
    prepare: () => {},
    stop: async () => {},
  }),
})
const checks = () => library.client().checks

const profile = (id: string, least: number) =>
  JSON.stringify({
    packshotProfile: 1,
    id,
    revision: least,
    name: id,
    rules: [
      { kind: 'edge', side: 'longest', least: least * 100 },
      { kind: 'file-size', most: 1_000_000 },
      { kind: 'sharpness', least: 'soft' },
      { kind: 'white-background', share: 0.9 },
      { kind: 'fill', least: 0.8 },
    ],
  })

const usedIds = async () => (await checks().profiles()).filter(({ isUsed }) => isUsed).map(({ id }) => id)

type Steps = readonly {
  readonly do: string
  readonly ids?: readonly string[]
  readonly least?: number
  readonly longestEdge?: number | null
}[]

const step = fc.oneof(
  fc.constantFrom<readonly string[]>([], ['team'], ['other'], ['team', 'other', 'ebay']).map((ids) => ({ do: 'use', ids })),
  fc.integer({ min: 1, max: 12 }).map((least) => ({ do: 'profile', least })),
  fc.constantFrom(null, 100, 5000).map((longestEdge) => ({ do: 'settings', longestEdge })),
  ...['add', 'change', 'remove', 'restore', 'fix', 'unfix', 'measure', 'reopen', 'release'].map((one) => fc.constant({ do: one })),
)

let added = 0
let removed: string[] = []

/** Returns at once; what follows from it may still be under way. */
const take = async ({ do: what, ids = [], least = 1, longestEdge = null }: Steps[number]): Promise<void> => {
  const { rows } = await library.page()
  if (what === 'use') await checks().use({ ids: [...ids] })
  else if (what === 'profile') await checks().import({ text: profile('other', least) })
  else if (what === 'settings') await library.client().connections.change({ longestEdge })
  else if (what === 'add') await library.add([`${++added}.png`], false)
  else if (what === 'change' && rows[0]) await library.addChanged(rows[0].name, `change ${++added}`, false)
  else if (what === 'remove' && rows[0]) {
    removed.push(rows[0].id)
    await library.client().library.remove({ imageIds: [rows[0].id] })
  } else if (what === 'restore' && removed.length > 0) await library.client().library.restore({ imageIds: removed.splice(0) })
  else if (what === 'fix' && rows[0])
    await checks().fix({ imageIds: [rows[0].id], wishes: [{ kind: 'scale-down', longestEdge: 400 + 50 * (++added % 5) }] })
  else if (what === 'unfix') await checks().unfix({ imageIds: rows.map(({ id }) => id) })
  else if (what === 'measure') await checks().measure({ print: true, waitMs: 200 })
  else if (what === 'release') await library.client().versions.use({})
  else if (what === 'reopen') {
    removed = []
    await library.reopen()
    await library.start()
  }
}

/** What is stored for lists; `null`: something is still to be judged. */
const readStored = async () => {
  const { rows } = await library.page()
  const { left, byProfile } = await checks().summary()
  return left ? null : { rows: rows.map(({ id, checks }) => ({ id, checks })), byProfile }
}

/** Reads what is stored, and what the profiles find in the same pictures, while nothing changes; `false`: something did. */
const compare = async (): Promise<boolean> => {
  const stored = await readStored()
  const found =
    stored && stored.rows.length > 0 && (await usedIds()).length > 0
      ? await checks().pictures({ imageIds: stored.rows.map(({ id }) => id) })
      : []
  if (!stored || JSON.stringify(await readStored()) !== JSON.stringify(stored)) return false
  const failing: Record<string, number> = {}
  for (const { profiles } of found) for (const { id, failed } of profiles) if (failed > 0) failing[id] = (failing[id] ?? 0) + 1
  expect(stored.byProfile).toEqual(failing)
  expect(stored.rows.map((one) => one.checks)).toEqual(
    stored.rows.map((_, at) => {
      const profiles = found[at]?.profiles
      return (
        profiles && {
          failed: profiles.reduce((sum, one) => sum + one.failed, 0),
          notChecked: profiles.reduce((sum, one) => sum + one.notChecked, 0),
        }
      )
    }),
  )
  return true
}

it('judges a picture again when its fixes are chosen or taken back, though nothing else happens', { timeout: 60_000 }, async () => {
  const rules = [{ kind: 'edge', side: 'longest', least: 500 }]
  await checks().import({ text: JSON.stringify({ packshotProfile: 1, id: 'edges', revision: 1, name: 'Edges', rules }) })
  await checks().use({ ids: ['edges'] })
  await library.add(['A.png'], false)
  await library.start()
  const failing = async (): Promise<number | null> => ((await compare()) ? ((await checks().summary()).byProfile.edges ?? 0) : null)
  const imageIds = (await library.page()).rows.map(({ id }) => id)
  await library.passUntil(async () => expect(await failing()).toBe(0))
  // Whoever judged last looks once more: this must not depend on it.
  await library.pass(10_000)
  expect(await failing()).toBe(0)
  await checks().fix({ imageIds, wishes: [{ kind: 'scale-down', longestEdge: 400 }] })
  await library.passUntil(async () => expect(await failing()).toBe(1))
  await library.pass(10_000)
  expect(await failing()).toBe(1)
  await checks().unfix({ imageIds })
  await library.passUntil(async () => expect(await failing()).toBe(0))
})

it('keeps what the profiles find now, whatever changed in between', { timeout: 240_000 }, async () => {
  await library.connect()
  await checks().import({ text: profile('team', 5) })
  await checks().import({ text: profile('other', 1) })
  await library.add(['A.png', 'B.png'], false)
  await library.start()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), async (steps) => {
      for (const one of steps) await take(one)
      await library.passUntil(compare)
    }),
    { numRuns: 8 },
  )
})
