import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { expect, it } from 'vitest'
import type { FixWish } from '../../../shared/checks/fix-wishes.ts'
import { waitFor } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'
import { findUpload, readUploads } from '../../support/read-uploads.ts'
import { createRealConversion } from '../../support/real-conversion.ts'

const { startImageProcess } = createRealConversion()
const library = prepareTestLibrary({ startImageProcess })

/** A box of 200 × 100 on a ground. */
const draw = (ground: string): Sharp =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="${ground}"/>
      <rect x="50" y="60" width="200" height="100" fill="#204080"/></svg>`),
  ).flatten()

const makers: Readonly<Record<string, () => Sharp>> = {
  'nearly white.png': () => draw('#fbfaf8').png(),
  'white.jpg': () => draw('#ffffff').jpeg({ quality: 92 }),
  'orange.png': () => draw('#f08020').png(),
}

const pathOf = (name: string): string => join(library.folder(), 'pictures', name)
const drop = async (upload: boolean, ...names: readonly string[]): Promise<void> => {
  await mkdir(join(library.folder(), 'pictures'), { recursive: true })
  for (const name of names) await writeFile(pathOf(name), (await makers[name]?.().toBuffer()) ?? '')
  await library.client().intake.add({ named: names.map(pathOf), recursive: false, upload })
}
const measured = () =>
  expect.poll(() => library.client().checks.measure({ waitMs: 500 }), { timeout: 60_000 }).toEqual({ left: 0, unchecked: 0 })
const idOf = async (name: string): Promise<string> => (await library.row(name)).id

const cornerOf = async (bytes: Buffer): Promise<number[]> => [...(await sharp(bytes).removeAlpha().raw().toBuffer()).subarray(0, 3)]

const square: FixWish = { kind: 'pad', width: 1, height: 1, tolerance: 0 }
const white: FixWish = { kind: 'white-point', share: 0.99 }
const none = { pad: 0, 'scale-down': 0, 'white-point': 0, convert: 0 }

it('plans, makes and takes back fixes; the sent file is another one, the original stays', async () => {
  await library.connect()
  await library.start()
  await drop(false, ...Object.keys(makers))
  const client = library.client()
  const names = Object.keys(makers)
  const imageIds = await Promise.all(names.map(idOf))
  // The ground isn't known before.
  expect(await client.checks.planFix({ imageIds, wishes: [white] })).toEqual({
    ...{ pictures: 0, done: none, asTheyAre: 0, uploaded: 0 },
    cannot: [{ kind: 'white-point', why: 'not-measured', pictures: 3 }],
  })
  await measured()
  const plan = {
    pictures: 3,
    done: { ...none, pad: 3, 'white-point': 1 },
    cannot: [{ kind: 'white-point', why: 'background-not-nearly-white', pictures: 1 }],
    asTheyAre: 0,
    uploaded: 0,
  }
  expect(await client.checks.planFix({ imageIds, wishes: [square, white] })).toEqual(plan)
  expect((await library.row('nearly white.png')).fixes).toBeUndefined()
  expect(await client.checks.fix({ imageIds, wishes: [square, white] })).toMatchObject(plan)
  expect((await library.row('orange.png')).fixes).toEqual({ pad: { width: 1, height: 1, color: '#f08020' } })

  // Once fixed, nothing is left to do, and it is measured as it is sent.
  expect((await client.checks.planFix({ imageIds, wishes: [square] })).pictures).toBe(0)
  await measured()
  const fixed = await client.checks.measurements({ imageIds: [await idOf('nearly white.png')] })
  expect(fixed[0]?.measurement).toMatchObject({ width: 400, height: 400, background: { color: [255, 255, 255], pureWhiteShare: 1 } })

  await library.attach(names)
  await waitFor(async () => readUploads(library.service()).length === 3, 60_000)
  await library.settled()
  for (const [name, corner] of [
    ['nearly white.png', [255, 255, 255]],
    ['white.jpg', [255, 255, 255]],
    ['orange.png', [240, 128, 32]],
  ] as const) {
    const { bytes } = findUpload(library.service(), name)
    const { width, height } = await sharp(bytes).metadata()
    expect({ name, size: [width, height], corner: await cornerOf(bytes) }).toEqual({ name, size: [400, 400], corner })
    const { row, changes, sent } = await client.library.details({ imageId: await idOf(name) })
    expect([row.width, row.height, changes, sent?.width, sent?.height, sent?.isUploaded]).toEqual([400, 300, ['fixes'], 400, 400, true])
    expect(await readFile(pathOf(name))).toEqual(await makers[name]?.().toBuffer())
  }

  // What the workspace has stays its file, until it is sent again.
  expect((await client.sendAgain.preview({ images: { kind: 'all' } })).uploads).toBe(0)
  expect((await client.checks.planFix({ imageIds, wishes: [{ kind: 'pad', width: 2, height: 1, tolerance: 0 }] })).uploaded).toBe(3)
  expect(await client.checks.unfix({ imageIds })).toEqual({ unfixed: 3 })
  expect(await client.checks.unfix({ imageIds })).toEqual({ unfixed: 0 })
  expect((await library.row('orange.png')).fixes).toBeUndefined()
  expect((await client.library.details({ imageId: await idOf('orange.png') })).sent).toMatchObject({ width: 400, height: 400 })
  expect((await client.sendAgain.preview({ images: { kind: 'all' } })).uploads).toBe(3)
})

it('keeps fixes when the library is opened again, and counts them in the plan of uploads', async () => {
  await library.connect()
  await library.start()
  await drop(false, 'orange.png')
  await measured()
  const imageId = await idOf('orange.png')
  expect(await library.client().library.sendingPlan()).toMatchObject({ pictures: 1, converted: 0, asTheyAre: 1 })
  await library.client().checks.fix({
    imageIds: [imageId],
    wishes: [
      { kind: 'scale-down', longestEdge: 100 },
      { kind: 'convert', to: 'jpeg' },
    ],
  })
  expect(await library.client().library.sendingPlan()).toMatchObject({ pictures: 1, converted: 1, asTheyAre: 0 })
  await library.reopen()
  expect((await library.row('orange.png')).fixes).toEqual({ longestEdge: 100, convert: 'jpeg' })
  expect(await library.client().library.sentFile({ imageId })).toMatchObject({ format: 'jpeg', width: 100, height: 75 })
})

it('plans further fixes of a picture that was fixed before it was measured', async () => {
  await library.connect()
  await library.start()
  await drop(false, 'nearly white.png')
  const client = library.client()
  const imageIds = [await idOf('nearly white.png')]
  await client.checks.fix({ imageIds, wishes: [{ kind: 'scale-down', longestEdge: 200 }] })
  await measured()
  expect(await client.checks.planFix({ imageIds, wishes: [square, white] })).toMatchObject({
    done: { pad: 1, 'white-point': 1 },
    cannot: [],
  })
})

it('an undo takes back what was just fixed, and keeps the fixes from before', async () => {
  await library.connect()
  await library.start()
  await drop(false, 'nearly white.png', 'white.jpg')
  await measured()
  const { checks } = library.client()
  const [first, second] = [await idOf('nearly white.png'), await idOf('white.jpg')]
  await checks.fix({ imageIds: [first], wishes: [square] })
  const { fixes } = await library.row('nearly white.png')
  const { earlier, pictures } = await checks.fix({ imageIds: [first, second], wishes: [square, { kind: 'scale-down', longestEdge: 300 }] })
  expect(pictures).toBe(2)
  expect(await checks.putFixesBack({ earlier: [...earlier] })).toEqual({ pictures: 2 })
  expect((await library.row('nearly white.png')).fixes).toEqual(fixes)
  expect((await library.row('white.jpg')).fixes).toBeUndefined()
})

it('an undo of an earlier fix keeps a later one, and what a later one changed', async () => {
  await library.connect()
  await library.start()
  await drop(false, 'nearly white.png')
  await measured()
  const { checks } = library.client()
  const imageIds = [await idOf('nearly white.png')]
  const scaled = (longestEdge: number) => checks.fix({ imageIds, wishes: [{ kind: 'scale-down', longestEdge }] })
  const first = await scaled(120)
  const { earlier } = await checks.fix({ imageIds, wishes: [square] })
  const { pad } = (await library.row('nearly white.png')).fixes ?? {}
  expect(await checks.putFixesBack({ earlier: [...first.earlier] })).toEqual({ pictures: 1 })
  expect((await library.row('nearly white.png')).fixes).toEqual({ pad })
  expect(await checks.putFixesBack({ earlier: [...first.earlier] })).toEqual({ pictures: 0 })
  const second = await scaled(150)
  await scaled(120)
  expect(await checks.putFixesBack({ earlier: [...second.earlier, ...earlier] })).toEqual({ pictures: 1 })
  expect((await library.row('nearly white.png')).fixes).toEqual({ longestEdge: 120 })
})
