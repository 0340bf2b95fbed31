import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { writeJpegTexts } from '../../electron/core/formats/metadata/jpeg-xmp.ts'
import { writePngTexts } from '../../electron/core/formats/metadata/png-xmp.ts'
import { lackOf } from '../support/lacks.ts'

// ExifTool judges the texts that Packshot writes into copies of pictures: it must find each, warn of nothing, and miss nothing of before.

const folder = mkdtempSync(join(tmpdir(), 'packshot-judge-'))
const at = (name: string): string => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true }))

type Tags = Readonly<Record<string, unknown>>
const isInstalled = spawnSync('exiftool', ['-ver']).status === 0
const run = (...args: readonly string[]): string => execFileSync('exiftool', args, { encoding: 'utf8' })
const read = (path: string, ...more: readonly string[]): Tags => JSON.parse(run('-j', '-a', '-struct', '-G1', ...more, path))[0]
/** All metadata besides what belongs to the file itself. */
const readOthers = (path: string): Tags =>
  Object.fromEntries(
    Object.entries(read(path, '-b')).filter(
      ([tag]) => !/^(System|SourceFile|File|ExifTool|XMP-x|XMP-iptcCore:(AltText|ExtDescr)|XMP-dc:(Title|Description))/.test(tag),
    ),
  )

const texts = { alt: 'A red mug & “spoon” <left>', extended: 'Line one\nline two', title: 'Tasse « rouge »', description: '红色 ☕' }
const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#c04020' } })

const makers = {
  'plain.jpg': () => picture.clone().jpeg().toBuffer(),
  'progressive.jpg': () =>
    picture
      .clone()
      .withExif({ IFD0: { Copyright: 'Ann' } })
      .withIccProfile('p3')
      .jpeg({ progressive: true })
      .toBuffer(),
  'plain.png': () => picture.clone().png().toBuffer(),
  'indexed.png': () => picture.clone().png({ palette: true }).toBuffer(),
}

test.for(Object.keys(makers) as (keyof typeof makers)[])(
  'ExifTool finds all texts in %s, and nothing else has changed',
  async (name, context) => {
    if (!isInstalled) context.skip(lackOf('no-judge'))
    const [original, copy] = [at(`original-${name}`), at(name)]
    writeFileSync(original, await makers[name]())
    // What a photographer's program left: IPTC (JPEG), Exif, XMP with a title in two languages.
    const iptc = name.endsWith('.jpg') ? ['-IPTC:Keywords=mug', '-IPTC:Caption-Abstract=Old caption'] : []
    run(
      '-overwrite_original',
      '-q',
      ...iptc,
      '-EXIF:Artist=Ann',
      '-XMP-dc:Title=Old',
      '-XMP-dc:Title-de-DE=Alte Tasse',
      '-XMP-xmp:Rating=4',
      original,
    )
    const bytes = readFileSync(original)
    writeFileSync(copy, Buffer.concat(name.endsWith('.png') ? writePngTexts(bytes, texts) : writeJpegTexts(bytes, texts)))
    expect(read(copy, '-XMP-iptcCore:all', '-XMP-dc:all', '-lang-alt')).toMatchObject({
      'XMP-iptcCore:AltTextAccessibility': texts.alt,
      'XMP-iptcCore:ExtDescrAccessibility': texts.extended,
      'XMP-dc:Title': texts.title,
      'XMP-dc:Title-de-DE': 'Alte Tasse',
      'XMP-dc:Description': texts.description,
    })
    expect(readOthers(copy)).toEqual(readOthers(original))
    expect(run('-validate', '-warning', '-error', '-a', '-S', copy).trim()).toBe(
      run('-validate', '-warning', '-error', '-a', '-S', original).trim(),
    )
    expect(await sharp(copy).raw().toBuffer()).toEqual(await sharp(original).raw().toBuffer())
  },
)
