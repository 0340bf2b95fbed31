import fc from 'fast-check'
import sharp, { type Exif } from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { findJpegEnd, jpegSegment, readJpegSegments } from '../../../../electron/core/formats/metadata/jpeg-segments.ts'
import { pngChunk, readPngChunks } from '../../../../electron/core/formats/metadata/png-chunks.ts'
import { isRawProfile, makeRawProfile, type RawProfile, readRawProfile } from '../../../../electron/core/formats/metadata/raw-profiles.ts'
import { hasGpsPosition } from '../../../../electron/core/formats/metadata/read-exif.ts'
import { removePersonal } from '../../../../electron/core/formats/metadata/remove-personal.ts'
import type { SentFormat } from '../../../../shared/pictures/picture-formats.ts'

// The judge compares all that ExifTool reads, before and after (test/judge/personal-metadata.test.ts).

const picture = () => sharp({ create: { width: 32, height: 24, channels: 3, background: '#c04020' } }).withIccProfile('srgb')
const place: Exif = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' } }
const device: Exif = { IFD2: { BodySerialNumber: 'SERIAL-1', CameraOwnerName: 'Anna Owner' } }
const credits: Exif = { IFD0: { Copyright: 'The shop', ImageDescription: 'A red mug' } }
const xmp = (attributes: string, inside = ''): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:d="http://www.dji.com/drone-dji/1.0/" dc:format="image/jpeg"${attributes}>${inside}</rdf:Description></rdf:RDF></x:xmpmeta>`

const all = async (bytes: Buffer) => {
  const { exif, xmp: packet, icc, orientation } = await sharp(bytes).metadata()
  return { exif: exif?.toString('latin1') ?? '', xmp: packet?.toString() ?? '', icc: icc?.length ?? 0, orientation }
}
const remove = (bytes: Buffer, format: SentFormat = 'jpeg', orientation = 6) => {
  const { pieces, removed } = removePersonal(bytes, format, orientation)
  return { bytes: Buffer.concat(pieces), removed: [...removed].toSorted() }
}
const withSegment = (bytes: Buffer, segment: Buffer): Buffer => Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)])
const merge = (...parts: readonly Exif[]): Exif => Object.assign({}, ...parts)

const set = (number: number, text: string): Buffer => Buffer.concat([Buffer.from([0x1c, 2, number, 0, text.length]), Buffer.from(text)])
const resource = (id: number, content: Buffer): Buffer => {
  const head = Buffer.from([0x38, 0x42, 0x49, 0x4d, 0, 0, 0, 0, 0, 0, 0, 0])
  head.writeUInt16BE(id, 4)
  head.writeUInt32BE(content.length, 8)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

describe.for(['jpeg', 'png'] as const)('a %s', (format) => {
  it('loses place, serial numbers and owner, and keeps copyright, texts, profile, orientation and every pixel', async () => {
    const bytes = await picture()
      .withMetadata({ orientation: 6 })
      .withExif(merge(place, device, credits))
      .withXmp(
        xmp(
          ' exif:GPSLatitude="52,30N" aux:SerialNumber="SERIAL-1"',
          '<dc:source>Studio</dc:source><d:GpsLongtitude>+13.4</d:GpsLongtitude>',
        ),
      )
      [format]()
      .toBuffer()
    const { bytes: clean, removed } = remove(bytes, format)
    expect(removed).toEqual(['device', 'location'])
    const [before, after] = [await all(bytes), await all(clean)]
    for (const said of ['SERIAL-1', 'Anna Owner']) expect([before.exif.includes(said), after.exif.includes(said)]).toEqual([true, false])
    expect(after.exif).toContain('The shop')
    expect(after.exif).toContain('A red mug')
    expect({ icc: after.icc, orientation: after.orientation }).toEqual({ icc: before.icc, orientation: 6 })
    expect(after.xmp).not.toMatch(/gps|SerialNumber=/i)
    expect(after.xmp).toContain('<dc:source>Studio</dc:source>')
    expect(after.xmp).toContain('dc:format="image/jpeg"')
    expect(await sharp(clean).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer())
    expect(remove(clean, format)).toEqual({ bytes: clean, removed: [] })
  })

  it('loses names of persons shown, as elements and as attributes, and keeps the regions and the creator', async () => {
    const people = `<e:PersonInImage><rdf:Bag><rdf:li>Anna Shown</rdf:li></rdf:Bag></e:PersonInImage>
      <dc:creator><rdf:Seq><rdf:li>Ben Creator</rdf:li></rdf:Seq></dc:creator>
      <r:Regions xmlns:r="http://www.metadataworkinggroup.com/schemas/regions/" rdf:parseType="Resource"><r:RegionList><rdf:Bag>
      <rdf:li><rdf:Description r:Name="Anna Shown" r:Type="Face"/></rdf:li>
      <rdf:li rdf:parseType="Resource"><r:Name>Anna Shown</r:Name><r:Type>Focus</r:Type></rdf:li></rdf:Bag></r:RegionList></r:Regions>
      <m:RegionInfo xmlns:m="http://ns.microsoft.com/photo/1.2/"><rdf:Description xmlns:t="http://ns.microsoft.com/photo/1.2/t/Region#" t:PersonDisplayName="Anna Shown" t:Rectangle="0, 0, 1, 1"/></m:RegionInfo>`
    const bytes = await picture().withXmp(xmp('', people))[format]().toBuffer()
    const { bytes: clean, removed } = remove(bytes, format)
    expect(removed).toEqual(['people'])
    const [before, after] = [await all(bytes), await all(clean)]
    expect(before.xmp.match(/Anna Shown/g)).toHaveLength(4)
    expect(after.xmp).not.toContain('Anna Shown')
    for (const said of ['Ben Creator', 'r:Type="Face"', 'Focus', 't:Rectangle="0, 0, 1, 1"']) expect(after.xmp).toContain(said)
    expect(await sharp(clean).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer())
    expect(remove(clean, format)).toEqual({ bytes: clean, removed: [] })
  })

  it('without any of it stays byte for byte as it is', async () => {
    const bytes = await picture().withExif(credits).withXmp(xmp(''))[format]().toBuffer()
    expect(remove(bytes, format)).toEqual({ bytes, removed: [] })
  })

  it('whose EXIF can’t be read keeps its orientation only', async () => {
    const bytes = await picture().withExif(merge(credits, place))[format]().toBuffer()
    // The place of the first directory.
    const at = bytes.indexOf(Buffer.from([0x49, 0x49, 0x2a, 0])) + 4
    expect(at).toBeGreaterThan(4)
    const broken = Buffer.from(bytes)
    broken.writeUInt32LE(0xffff_fff0, at)
    const { bytes: clean, removed } = remove(broken, format, 6)
    expect(removed).toEqual(['device', 'location'])
    const after = await all(clean)
    expect(after.orientation).toBe(6)
    expect(after.exif).not.toContain('The shop')
  })
})

it('a PNG whose EXIF repeats the signature of a JPEG’s loses the place, too', async () => {
  const { exif = Buffer.alloc(0) } = await sharp(
    await picture()
      .withExif(merge(place, device, credits))
      .jpeg()
      .toBuffer(),
  ).metadata()
  expect(exif.subarray(0, 4).toString()).toBe('Exif')
  const plain = await picture().png().toBuffer()
  const bytes = Buffer.concat([plain.subarray(0, 33), pngChunk('eXIf', exif), plain.subarray(33)])
  const { bytes: clean, removed } = remove(bytes, 'png')
  expect(removed).toEqual(['device', 'location'])
  for (const said of ['SERIAL-1', 'Anna Owner']) expect(clean.includes(said)).toBe(false)
  expect(clean.includes('The shop')).toBe(true)
  expect(remove(clean, 'png').removed).toEqual([])
})

it('a PNG loses what follows its end', async () => {
  const plain = await picture().png().toBuffer()
  expect(remove(Buffer.concat([plain, Buffer.from('a recording with its place')]), 'png')).toEqual({
    bytes: plain,
    removed: ['device', 'location'],
  })
  expect(remove(Buffer.concat([plain, Buffer.alloc(64)]), 'png').removed).toEqual([])
})

it('a PNG loses the place where ImageMagick wrote it as texts, and keeps its other texts', async () => {
  const plain = await picture().png().toBuffer()
  const text = (keyword: string, said: string): Buffer => pngChunk('tEXt', Buffer.from(`${keyword}\0${said}`, 'latin1'))
  const end = plain.length - 12
  const kept = [text('Copyright', 'The shop'), text('exif:ImageDescription', 'A red mug')]
  const lost = [
    'exif:GPSLatitude',
    'exif:GPSInfo',
    'exif:BodySerialNumber',
    'exif:CameraOwnerName',
    'exif:MakerNote',
    'photoshop:City',
  ].map((keyword) => text(keyword, '52/1'))
  const withTexts = (texts: readonly Buffer[]): Buffer => Buffer.concat([plain.subarray(0, end), ...texts, plain.subarray(end)])
  expect(remove(withTexts([...lost, ...kept]), 'png')).toEqual({ bytes: withTexts(kept), removed: ['device', 'location'] })
  expect(remove(withTexts(kept), 'png').removed).toEqual([])
})

it('a PNG whose EXIF, IPTC and XMP are in texts of older programs loses the place in them, and keeps copyright and caption', async () => {
  const plain = await picture().png().toBuffer()
  const exifOf = async (...parts: readonly Exif[]): Promise<Buffer> =>
    (
      await sharp(
        await picture()
          .withExif(merge(...parts))
          .jpeg()
          .toBuffer(),
      ).metadata()
    ).exif ?? Buffer.alloc(0)
  const iptc = Buffer.concat([set(90, 'Berlin'), set(116, 'The shop')])
  const end = plain.length - 12
  const withProfiles = (...profiles: readonly RawProfile[]): Buffer =>
    Buffer.concat([plain.subarray(0, end), ...profiles.map(makeRawProfile), plain.subarray(end)])
  const bytes = withProfiles(
    { type: 'exif', content: await exifOf(place, credits) },
    { type: 'iptc', content: resource(0x0404, iptc) },
    { type: 'xmp', content: Buffer.from(xmp(' exif:GPSLatitude="52,30N"', '<dc:rights>The shop</dc:rights>')) },
  )
  const { bytes: clean, removed } = remove(bytes, 'png')
  expect(removed).toEqual(['location'])
  const [exif, resources, packet] = readPngChunks(clean).chunks.filter(isRawProfile).map(readRawProfile)
  expect([exif?.content.includes('The shop'), exif?.content.includes('A red mug')]).toEqual([true, true])
  expect(hasGpsPosition(exif?.content ?? Buffer.alloc(0))).toBe(false)
  expect(resources?.content).toEqual(resource(0x0404, set(116, 'The shop')))
  expect(packet?.content.toString()).toBe(xmp('', '<dc:rights>The shop</dc:rights>'))
  expect(remove(clean, 'png')).toEqual({ bytes: clean, removed: [] })
  const unreadable = pngChunk('tEXt', Buffer.from('Raw profile type exif\0\nexif\n  99\n00'))
  expect(remove(Buffer.concat([plain.subarray(0, end), unreadable, plain.subarray(end)]), 'png')).toEqual({
    bytes: plain,
    removed: ['device', 'location'],
  })
})

describe('a JPEG', () => {
  let plain: Buffer
  beforeAll(async () => {
    plain = await picture().jpeg().toBuffer()
  })

  it('loses the place in its IPTC data, and keeps the rest of it and other resources', async () => {
    const iptc = Buffer.concat([set(90, 'Berlin'), set(25, 'mug'), set(101, 'Germany')])
    const resources = [resource(0x0404, iptc), resource(0x0425, Buffer.alloc(16, 7)), resource(0x040f, Buffer.from('profile'))]
    const bytes = withSegment(plain, jpegSegment(0xed, [Buffer.from('Photoshop 3.0\0'), ...resources]))
    const { bytes: clean, removed } = remove(bytes)
    expect(removed).toEqual(['location'])
    const found = readJpegSegments(clean).filter(({ marker }) => marker === 0xed)
    expect(found.map(({ content }) => content.subarray(14))).toEqual([
      Buffer.concat([resource(0x0404, set(25, 'mug')), resources[2] as Buffer]),
    ])
  })

  it('loses other programs’ segments only if there is something to remove', async () => {
    const withMaker = withSegment(plain, jpegSegment(0xe4, [Buffer.from('maker')]))
    expect(remove(withMaker)).toEqual({ bytes: withMaker, removed: [] })
  })

  it('loses a recording and pictures after its end', async () => {
    const after = Buffer.from('a recording with its place')
    expect(remove(Buffer.concat([plain, after]))).toEqual({ bytes: plain, removed: ['device', 'location'] })
    const filled = Buffer.concat([plain, Buffer.alloc(64)])
    expect(remove(filled)).toEqual({ bytes: filled, removed: [] })
    const withRest = (bytes: Buffer) => Buffer.concat([withSegment(bytes, jpegSegment(0xe4, [Buffer.from('maker')])), after])
    const placed = await picture().withExif(place).jpeg({ progressive: true }).toBuffer()
    const { bytes: clean } = remove(withRest(placed))
    expect(clean.includes(after)).toBe(false)
    expect(clean.includes('maker')).toBe(false)
    expect(clean).toEqual(remove(placed).bytes)
  })

  it('with stray bytes between its segments, which decoders skip, loses the place, too', async () => {
    const bytes = await picture().withExif(merge(place, credits)).jpeg().toBuffer()
    for (const { to } of readJpegSegments(bytes)) {
      const odd = Buffer.concat([bytes.subarray(0, to), Buffer.from([0, 0xff, 0, 7]), bytes.subarray(to)])
      const { bytes: clean, removed } = remove(odd)
      expect(removed).toEqual(['location'])
      expect(await sharp(clean, { failOn: 'error' }).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer())
    }
  })

  it('loses makers’ segments with owners and serial numbers, and keeps the copyright that is saved for the web', async () => {
    const makers = [
      [0xe0, 'II\x1a\0\0\0HEAPJPGM Anna Owner'],
      [0xe6, 'GoPro\0DEVC Anna Owner'],
      [0xe5, 'RMETA\0 Anna Owner'],
    ] as const
    const web = jpegSegment(0xec, [Buffer.from('Ducky\0\x03\0\x0cThe shop')])
    for (const [marker, said] of makers) {
      const { bytes: clean, removed } = remove(withSegment(withSegment(plain, web), jpegSegment(marker, [Buffer.from(said, 'latin1')])))
      expect(removed).toEqual(['device', 'location'])
      expect([clean.includes('Anna Owner'), clean.includes('The shop')]).toEqual([false, true])
    }
  })

  it('keeps the copyright of XMP in Latin-1, byte by byte', () => {
    const packet = (more: string): Buffer => Buffer.from(xmp(`${more} dc:rights="\xa9 Mu\xdfe"`), 'latin1')
    const segment = (content: Buffer): Buffer => jpegSegment(0xe1, [Buffer.from('http://ns.adobe.com/xap/1.0/\0'), content])
    const kept = withSegment(plain, segment(packet('')))
    expect(remove(withSegment(plain, segment(packet(' exif:GPSLatitude="52,30N"'))))).toEqual({ bytes: kept, removed: ['location'] })
    expect(remove(kept).removed).toEqual([])
  })

  it('ends after its end marker, whatever its data has before', () => {
    const data = readJpegSegments(plain).at(-1)?.to ?? 0
    expect(findJpegEnd(Buffer.concat([plain, plain]), data)).toBe(plain.length)
    expect(findJpegEnd(plain.subarray(0, -2), data)).toBe(plain.length - 2)
  })

  it('loses XMP that can’t be read, or of which there is more elsewhere', async () => {
    const segment = (text: string) => jpegSegment(0xe1, [Buffer.from('http://ns.adobe.com/xap/1.0/\0'), Buffer.from(text)])
    for (const text of ['<not xml', `<!DOCTYPE a [<!ENTITY b "c">]>${xmp('')}`]) {
      const { bytes, removed } = remove(withSegment(plain, segment(text)))
      expect([bytes.equals(plain), removed]).toEqual([true, ['device', 'location']])
    }
    const more = jpegSegment(0xe1, [Buffer.from('http://ns.adobe.com/xmp/extension/\0'), Buffer.alloc(40, 65)])
    expect(remove(withSegment(plain, more))).toEqual({ bytes: plain, removed: ['device', 'location'] })
  })

  it.each(['Exif\0\x01', 'exif\0\0', 'EXIF\0\xff'])('loses the place behind %j, which readers take for EXIF, too', async (signature) => {
    const bytes = await picture()
      .withExif(merge(place, device, credits))
      .jpeg()
      .toBuffer()
    bytes.write(signature, bytes.indexOf('Exif\0\0', 'latin1'), 'latin1')
    const { bytes: clean, removed } = remove(bytes)
    expect(removed).toEqual(['device', 'location'])
    expect([clean.includes('SERIAL-1'), clean.includes('The shop')]).toEqual([false, true])
  })

  it('loses XMP and IPTC inside its EXIF, serial numbers in any directory, and EXIF of a further picture', () => {
    type Value = readonly [tag: number, text: string]
    // Each directory names the next one: EXIF's, then further ones.
    const chain = [
      [
        [0x02bc, '<x:xmpmeta exif:GPSLatitude="52,30N"/>'],
        [0x83bb, 'Berlin, Studio 3'],
        [0x8298, 'The shop'],
      ],
      [
        [0xc62f, 'SERIAL-1'],
        [0xa431, 'SERIAL-2'],
        [0x9286, 'A red mug'],
      ],
      [
        [0xa430, 'Anna Owner'],
        [0xfde9, 'SERIAL-3'],
        [0xa434, '50 mm lens'],
      ],
    ] as const satisfies readonly (readonly Value[])[]
    const pointers = [0x8769, 0x014a]
    const size = 2 + 12 * 4 + 4
    let texts = 8 + size * chain.length
    const exif = Buffer.alloc(1000)
    exif.write('II*\0\x08\0\0\0', 0, 'latin1')
    for (const [index, values] of chain.entries()) {
      const start = 8 + size * index
      const pointer = pointers[index]
      exif.writeUInt16LE(values.length + (pointer === undefined ? 0 : 1), start)
      const entry = (place: number, tag: number, type: number, count: number, value: number): void => {
        const at = start + 2 + 12 * place
        exif.writeUInt16LE(tag, at)
        exif.writeUInt16LE(type, at + 2)
        exif.writeUInt32LE(count, at + 4)
        exif.writeUInt32LE(value, at + 8)
      }
      for (const [place, [tag, text]] of values.entries()) {
        entry(place, tag, 2, text.length, texts)
        exif.write(text, texts, 'latin1')
        texts += text.length
      }
      if (pointer !== undefined) entry(values.length, pointer, 4, 1, start + size)
    }
    const { bytes: clean, removed } = remove(withSegment(plain, jpegSegment(0xe1, [Buffer.from('Exif\0\0'), exif.subarray(0, texts)])))
    expect(removed).toEqual(['device', 'location'])
    for (const said of ['GPSLatitude', 'Berlin', 'SERIAL', 'Anna Owner']) expect(clean.includes(said), said).toBe(false)
    for (const said of ['The shop', 'A red mug', '50 mm lens']) expect(clean.includes(said), said).toBe(true)
    expect(remove(clean)).toEqual({ bytes: clean, removed: [] })
  })

  it('that ends before its picture’s data is refused, and not emptied', async () => {
    const bytes = await picture().withExif(place).jpeg().toBuffer()
    const at = readJpegSegments(bytes)[0]?.to ?? 0
    bytes.writeUInt16BE(0xffd9, at)
    await expect(sharp(bytes).raw().toBuffer()).rejects.toThrow()
    expect(() => remove(bytes)).toThrow(expect.objectContaining({ code: 'file-unreadable' }))
  })

  const dataOf = (bytes: Buffer): number => readJpegSegments(bytes).at(-1)?.to ?? 0

  it('whose metadata was changed at random is read to its end, keeps its picture, and has nothing left to remove', async () => {
    const whole = await picture()
      .withExif(merge(place, device, credits))
      .withXmp(xmp(' exif:GPSLatitude="52,30N"'))
      .jpeg()
      .toBuffer()
    const change = fc.record({ at: fc.integer({ min: 30, max: 900 }), value: fc.integer({ min: 0, max: 255 }) })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const bytes = Buffer.from(whole)
        for (const { at, value } of changes) bytes[at] = value
        let once: ReturnType<typeof remove>
        try {
          once = remove(bytes)
        } catch (error) {
          expect(error).toMatchObject({ code: 'file-unreadable' })
          return
        }
        expect(remove(once.bytes).removed).toEqual([])
        // A changed byte can begin the picture's data, or end it, earlier than in the whole file.
        const data = dataOf(bytes)
        const end = once.removed.length > 0 ? findJpegEnd(bytes, data) : bytes.length
        expect(once.bytes.subarray(dataOf(once.bytes))).toEqual(bytes.subarray(data, end))
      }),
      // The end marker, then the beginning of the data, where the profile begins: there is no picture, and another one.
      { numRuns: 300, examples: [[[{ at: 881, value: 217 }]], [[{ at: 881, value: 218 }]]] },
    )
  })
})
