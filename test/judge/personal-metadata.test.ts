import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { removePersonal } from '../../electron/core/formats/metadata/remove-personal.ts'
import { lackOf } from '../support/lacks.ts'

// ExifTool judges what is taken out of a picture before it is sent: all that tells of people, and nothing else.

const folder = mkdtempSync(join(tmpdir(), 'packshot-judge-'))
afterAll(() => rmSync(folder, { recursive: true }))

const isInstalled = spawnSync('exiftool', ['-ver']).status === 0
const run = (...args: readonly string[]): string => execFileSync('exiftool', args, { encoding: 'utf8' })
const readTags = (path: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries<unknown>(JSON.parse(run('-j', '-a', '-G1', '-b', path))[0]).filter(
      ([tag]) => !/^(System|SourceFile|File|ExifTool|Composite)/.test(tag),
    ),
  )

/** What each is called by ExifTool; further down, in IPTC for a JPEG only. */
const personal = {
  GPSLatitude: '52.5',
  GPSLatitudeRef: 'N',
  GPSLongitude: '13.4',
  GPSLongitudeRef: 'E',
  GPSAltitude: '34',
  'ExifIFD:SerialNumber': 'ABC123',
  'ExifIFD:LensSerialNumber': 'L99',
  'ExifIFD:OwnerName': 'Anna',
  HostComputer: 'Anna’s phone',
  'XMP-aux:SerialNumber': 'XS1',
  'XMP-aux:OwnerName': 'Anna',
  'XMP-exif:GPSLatitude': '52.5',
  'XMP-exif:GPSLongitude': '13.4',
  'XMP-iptcExt:LocationCreatedCity': 'Berlin',
  'XMP-iptcCore:Location': 'Studio 3',
  'XMP-photoshop:City': 'Berlin',
  'XMP-iptcExt:PersonInImage': 'Anna Shown',
  'XMP-iptcExt:PersonInImageName': 'Anna Shown',
  'XMP-mwg-rs:RegionName': 'Anna Shown',
  'XMP-MP:RegionPersonDisplayName': 'Anna Shown',
  'XMP-mediapro:People': 'Anna Shown',
}
const kept = {
  Copyright: '(c) Shop',
  Artist: 'Ann',
  'ExifIFD:LensModel': '50 mm',
  'XMP-dc:Title': 'Mug',
  'XMP-iptcCore:AltTextAccessibility': 'A red mug',
  'XMP-xmp:Rating': '4',
  'XMP-mwg-rs:RegionType': 'Face',
  'XMP-mwg-rs:RegionAreaX': '0.5',
  'XMP-MP:RegionRectangle': '0.1, 0.1, 0.2, 0.2',
}
const options = (tags: Readonly<Record<string, string>>): string[] => Object.entries(tags).map(([tag, value]) => `-${tag}=${value}`)
const isPersonal = (tag: string): boolean =>
  /^GPS:|GPS|SerialNumber|OwnerName|HostComputer|Location|PersonInImage|RegionName$|PersonDisplayName|^XMP-mediapro:People|^XMP-photoshop:City|^IPTC:(City|Sub-location|CodedCharacterSet)/.test(
    tag,
  )

test.for(['jpg', 'png'] as const)('ExifTool finds nothing of people in a %s, and all else as it was', async (extension, context) => {
  if (!isInstalled) context.skip(lackOf('no-judge'))
  const [before, after] = [join(folder, `before.${extension}`), join(folder, `after.${extension}`)]
  const format = extension === 'jpg' ? 'jpeg' : 'png'
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#c04020' } }).withIccProfile('p3')
  writeFileSync(before, await picture[format]().toBuffer())
  const iptc = format === 'jpeg' ? ['-IPTC:City=Berlin', '-IPTC:Sub-location=Studio 3', '-IPTC:Keywords=mug'] : []
  run('-q', '-overwrite_original', '-Orientation#=6', ...options(personal), ...options(kept), ...iptc, before)
  const bytes = readFileSync(before)
  const { pieces, removed } = removePersonal(bytes, format, 6)
  writeFileSync(after, Buffer.concat(pieces))
  expect([...removed].toSorted()).toEqual(['device', 'location', 'people'])
  const [tags, left] = [readTags(before), readTags(after)]
  expect(Object.keys(tags).filter(isPersonal).length).toBeGreaterThan(19)
  expect(left).toEqual(Object.fromEntries(Object.entries(tags).filter(([tag]) => !isPersonal(tag))))
  expect(run('-validate', '-warning', '-error', '-a', '-S', after).trim()).toBe(
    run('-validate', '-warning', '-error', '-a', '-S', before).trim(),
  )
  expect(await sharp(after).raw().toBuffer()).toEqual(await sharp(before).raw().toBuffer())
})

test('ExifTool finds nothing of people in a PNG that ImageMagick made of a JPEG, and the copyright stays', async (context) => {
  if (!isInstalled) context.skip(lackOf('no-judge'))
  if (spawnSync('convert', ['-version']).status !== 0) context.skip(lackOf('no-judge'))
  const [photo, before, after] = ['photo.jpg', 'made.png', 'made-after.png'].map((name) => join(folder, name)) as [string, string, string]
  writeFileSync(
    photo,
    await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c04020' } })
      .jpeg()
      .toBuffer(),
  )
  run('-q', '-overwrite_original', ...options(personal), ...options(kept), '-IPTC:City=Berlin', '-IPTC:CopyrightNotice=(c) Shop', photo)
  execFileSync('convert', [photo, before])
  writeFileSync(after, Buffer.concat(removePersonal(readFileSync(before), 'png', 1).pieces))
  const [tags, left] = [readTags(before), readTags(after)]
  expect(Object.keys(tags).filter(isPersonal).length).toBeGreaterThan(19)
  expect(Object.keys(left).filter((tag) => isPersonal(tag) || /City$/.test(tag))).toEqual([])
  expect(left).toMatchObject({ 'IFD0:Copyright': '(c) Shop', 'IPTC:CopyrightNotice': '(c) Shop', 'XMP-dc:Title': 'Mug' })
  expect(await sharp(after).raw().toBuffer()).toEqual(await sharp(before).raw().toBuffer())
})
