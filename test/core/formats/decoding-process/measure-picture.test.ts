import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measurePicture } from '../../../../electron/core/formats/decoding-process/measure-picture.ts'
import type { PictureFixes } from '../../../../shared/checks/picture-fixes-shapes.ts'
import type { ImageFormat } from '../../../../shared/pictures/picture-formats.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-measure-'))
})
afterAll(() => rm(folder, { recursive: true }))

let count = 0
const measure = async (picture: Sharp, format: ImageFormat = 'png', fixes: PictureFixes | null = null) => {
  const path = join(folder, `${count++}`)
  await writeFile(path, await picture.toBuffer())
  return measurePicture({ kind: 'measure', path, format, fixes })
}

/** A box of 200 × 100 at 50, 60 on a ground of 400 × 300. */
const draw = (ground: string, more = ''): Sharp =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="${ground}"/>${more}
      <rect x="50" y="60" width="200" height="100" fill="#204080" shape-rendering="crispEdges"/></svg>`),
  )
const box = { left: 50, top: 60, width: 200, height: 100 }
const white = { color: [255, 255, 255], even: true, pureWhiteShare: 1 }

describe('what is measured of a picture', () => {
  it('is its ground and the box around the thing on it', async () => {
    expect(await measure(draw('#ffffff').png())).toMatchObject({
      width: 400,
      height: 300,
      transparent: false,
      background: white,
      subject: box,
    })
    const jpeg = await measure(draw('#ffffff').flatten().jpeg({ quality: 90 }), 'jpeg')
    expect(jpeg).toMatchObject({ background: { color: [255, 255, 255], even: true } })
    expect(jpeg.background.pureWhiteShare).toBeGreaterThan(0.995)
    for (const side of ['left', 'top', 'width', 'height'] as const)
      expect(Math.abs((jpeg.subject?.[side] ?? 0) - box[side])).toBeLessThan(6)
    expect(await measure(draw('#fbfaf8').png())).toMatchObject({
      background: { color: [251, 250, 248], even: true, pureWhiteShare: 0 },
      subject: box,
    })
  })

  it('is seen upright, in gray and in other formats', async () => {
    const turned = await measure(draw('#ffffff').flatten().withMetadata({ orientation: 6 }).jpeg({ quality: 100 }), 'jpeg')
    expect(turned).toMatchObject({ width: 300, height: 400, background: { color: [255, 255, 255], even: true } })
    expect(Math.abs((turned.subject?.height ?? 0) - 200)).toBeLessThan(6)
    expect(await measure(draw('#ffffff').flatten().toColourspace('b-w').png())).toMatchObject({ background: white, subject: box })
    expect(await measure(draw('#ffffff').flatten().tiff({ compression: 'lzw' }), 'tiff')).toMatchObject({ background: white, subject: box })
    expect(await measure(draw('#ffffff').flatten().toColourspace('rgb16').png())).toMatchObject({ background: white, subject: box })
  })

  it('is not told of a ground that is none: a gradient, or a picture that fills its frame', async () => {
    const gradient = `<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#d8d8d8"/></linearGradient></defs><rect width="400" height="300" fill="url(#g)"/>`
    const none = { background: { color: null, even: false, pureWhiteShare: 0 }, subject: null }
    expect(await measure(draw('#ffffff', gradient).png())).toMatchObject(none)
    const stripes = Array.from({ length: 20 }, (_, at) => `<rect x="${at * 20}" width="10" height="300" fill="#802020"/>`).join('')
    expect(await measure(draw('#ffffff', stripes).png())).toMatchObject(none)
  })

  it('takes no wall with joints all around for an even ground, and no moved picture for a sharp one', async () => {
    const joints = Array.from({ length: 14 }, (_, at) => `<rect x="${at * 30 + 8}" width="5" height="300" fill="#a0a0a0"/>`).join('')
    const wall = await measure(draw('#606060', joints).png())
    expect(wall).toMatchObject({ background: { color: null, even: false }, subject: null })
    // Moved from left to right: upper and lower edges stay crisp.
    const ends =
      '<linearGradient id="m"><stop offset="0.1" stop-color="#ccc"/><stop offset="0.5" stop-color="#888"/><stop offset="0.9" stop-color="#ccc"/></linearGradient>'
    const thing = (fill: string): Sharp =>
      sharp(
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><defs>${ends}</defs><rect width="400" height="300" fill="#ccc"/><rect x="50" y="60" width="300" height="160" fill="${fill}" shape-rendering="crispEdges"/></svg>`,
        ),
      ).png()
    expect((await measure(thing('#888'))).sharpness.verdict).toBe('sharp')
    expect((await measure(thing('url(#m)'))).sharpness.verdict).not.toBe('sharp')
  })

  it('leaves soft shadows and dust to the ground, and finds a thing that is cut off', async () => {
    const shadow = `<defs><filter id="f" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="12"/></filter></defs>
      <ellipse cx="170" cy="165" rx="120" ry="22" fill="#000" opacity="0.3" filter="url(#f)"/><rect x="380" y="10" width="3" height="3" fill="#999"/>`
    const { subject, background } = await measure(draw('#ffffff', shadow).png())
    expect(background).toMatchObject({ color: [255, 255, 255], even: true })
    for (const side of ['left', 'top', 'width', 'height'] as const) expect(Math.abs((subject?.[side] ?? 0) - box[side])).toBeLessThan(4)
    const cut = await measure(draw('#ffffff', '<rect x="100" y="100" width="100" height="200" fill="#204080"/>').png())
    expect(cut.subject).toEqual({ left: 50, top: 60, width: 200, height: 240 })
  })

  it('is also glass, which has the ground’s colors', async () => {
    const bottle = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#fff"/>
      <defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff"/><stop offset="0.08" stop-color="#dcdcdc"/></linearGradient></defs>
      <rect x="150" y="30" width="100" height="170" fill="url(#g)" shape-rendering="crispEdges"/><rect x="150" y="200" width="100" height="40" fill="#204080"/></svg>`
    const { subject } = await measure(sharp(Buffer.from(bottle)).png())
    expect(subject).toMatchObject({ left: 150, width: 100 })
    expect(Math.abs((subject?.top ?? 0) - 30)).toBeLessThan(8)
  })

  it('is the opaque part of a picture with a transparent ground', async () => {
    expect(await measure(draw('none').png())).toMatchObject({
      transparent: true,
      background: { color: null, even: true, pureWhiteShare: 0 },
      subject: box,
    })
  })

  it('is what its fixes make of it', async () => {
    const whiter = await measure(draw('#fbfaf8').png(), 'png', { whitePoint: [251, 250, 248] })
    expect(whiter).toMatchObject({ background: white, subject: box })
    const padded = await measure(draw('#fbfaf8').png(), 'png', {
      whitePoint: [251, 250, 248],
      pad: { width: 1, height: 1, color: '#ffffff' },
    })
    expect(padded).toMatchObject({ width: 400, height: 400, background: white, subject: { ...box, top: 110 } })
    const glass = await measure(draw('none').png(), 'png', { pad: { width: 2, height: 1, color: null } })
    expect(glass).toMatchObject({ width: 600, height: 300, transparent: true, subject: { ...box, left: 150 } })
  })
})
