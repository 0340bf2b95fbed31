import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { jpegSegment } from '../../../../electron/core/formats/metadata/jpeg-segments.ts'
import { writeJpegTexts } from '../../../../electron/core/formats/metadata/jpeg-xmp.ts'
import { decodePacket, mergeXmp } from '../../../../electron/core/formats/metadata/merge-xmp.ts'
import { writePngTexts } from '../../../../electron/core/formats/metadata/png-xmp.ts'

const packetOf = (inside: string, before = '', after = ''): string =>
  `${before}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${inside}</rdf:RDF></x:xmpmeta>${after}`

const picture = sharp({ create: { width: 24, height: 16, channels: 3, background: '#c04020' } })
const pixels = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer()
const xmpOf = async (bytes: Buffer): Promise<string> => (await sharp(bytes).metadata()).xmpAsString ?? ''

const texts = { alt: 'A red mug & “spoon” <left>', extended: 'Line one\nline two', title: 'Mug', description: '红色 ☕' }

describe('texts in a JPEG', () => {
  it('are in its XMP, and every other byte is as it was', async () => {
    const before = await picture
      .clone()
      .withExif({ IFD0: { Copyright: 'Ann' } })
      .withIccProfile('srgb')
      .jpeg()
      .toBuffer()
    const pieces = writeJpegTexts(before, texts)
    const after = Buffer.concat(pieces)
    const xmp = await xmpOf(after)
    expect(xmp).toContain(
      '<Iptc4xmpCore:AltTextAccessibility><rdf:Alt><rdf:li xml:lang="x-default">A red mug &amp; “spoon” &lt;left&gt;</rdf:li>',
    )
    expect(xmp).toContain('<dc:description><rdf:Alt><rdf:li xml:lang="x-default">红色 ☕</rdf:li>')
    expect(Buffer.concat([pieces[0]!, pieces.at(-1)!]).equals(before)).toBe(true)
    expect(await pixels(after)).toEqual(await pixels(before))
    // Exif stays in front, where its specification wants it.
    expect(after.indexOf('Exif\0')).toBeLessThan(after.indexOf('http://ns.adobe.com/xap/1.0/'))
  })

  it('replace those of an earlier copy, in the same place', async () => {
    const before = await picture.clone().jpeg().toBuffer()
    const first = Buffer.concat(writeJpegTexts(before, texts))
    const second = Buffer.concat(writeJpegTexts(first, { alt: 'Another' }))
    const xmp = await xmpOf(second)
    expect(xmp.match(/AltTextAccessibility>/g)).toHaveLength(2)
    expect(xmp).toContain('>Another<')
    expect(xmp).toContain('>Mug<')
    expect(second.toString('latin1').split('http://ns.adobe.com/xap/1.0/')).toHaveLength(2)
    expect(await pixels(second)).toEqual(await pixels(before))
  })

  it('are refused where one segment can’t hold them', async () => {
    const before = await picture.clone().jpeg().toBuffer()
    expect(() => writeJpegTexts(before, { extended: 'x'.repeat(70_000) })).toThrow('don’t fit into the picture’s metadata')
  })

  it.each([1, 2, 3, 11, 30])('are not written into one that is cut off after %i bytes', async (length) => {
    const before = await picture.clone().jpeg().toBuffer()
    expect(() => writeJpegTexts(before.subarray(0, length), texts)).toThrow('header is damaged or cut off')
  })
})

describe('texts in a PNG', () => {
  it('are in a chunk of their own before the picture’s data, and every other byte is as it was', async () => {
    const before = await picture.clone().png().toBuffer()
    const pieces = writePngTexts(before, texts)
    const after = Buffer.concat(pieces)
    expect(await xmpOf(after)).toContain('>Line one\nline two<')
    expect(Buffer.concat([pieces[0]!, pieces[2]!]).equals(before)).toBe(true)
    expect(after.indexOf('iTXt')).toBeLessThan(after.indexOf('IDAT'))
    expect(await pixels(after)).toEqual(await pixels(before))
  })

  it('replace those of an earlier copy', async () => {
    const before = await picture.clone().png().toBuffer()
    const second = Buffer.concat(writePngTexts(Buffer.concat(writePngTexts(before, texts)), { title: 'New' }))
    expect(second.toString('latin1').split('XML:com.adobe.xmp')).toHaveLength(2)
    expect(await xmpOf(second)).toContain('>New<')
    expect(await xmpOf(second)).toContain('A red mug')
  })

  it('replace those in a packed chunk, as libvips writes it, and keep the rest of it', async () => {
    const before = await picture
      .clone()
      .withXmp(packetOf('<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="Old" dc:format="kept"/>'))
      .png()
      .toBuffer()
    expect(before.includes('zTXt')).toBe(true)
    const after = Buffer.concat(writePngTexts(before, { title: 'New' }))
    expect(after.includes('zTXt')).toBe(false)
    const xmp = await xmpOf(after)
    expect(xmp).toContain('>New<')
    expect(xmp).toContain('dc:format="kept"')
    expect(xmp).not.toContain('Old')
  })
})

describe('an XMP packet', () => {
  it('keeps all other properties, comments and padding letter by letter', () => {
    const other =
      '<!-- by hand --><rdf:Description rdf:about="uuid:1" xmlns:a="urn:a"\n  a:Rating="5"><a:b rdf:parseType="Resource"><a:c>1 &lt; 2</a:c></a:b></rdf:Description>'
    const earlier = packetOf(other, '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>', `${' \n'.repeat(50)}<?xpacket end="w"?>`)
    const merged = mergeXmp(earlier, { alt: 'New' })
    expect(merged.replace(/<rdf:Description rdf:about="uuid:1" xmlns:Iptc4xmpCore=.*<\/rdf:Description>(?=<\/rdf:RDF>)/, '')).toBe(earlier)
    expect(merged).toContain('>New<')
  })

  it('keeps the texts of other languages, but not one that only repeated the old default', () => {
    const alt =
      '<rdf:Alt><rdf:li xml:lang="x-default">Old</rdf:li><rdf:li xml:lang="en-US">Old</rdf:li><rdf:li xml:lang="de-DE">Alte &amp; Tasse</rdf:li></rdf:Alt>'
    const merged = mergeXmp(
      packetOf(
        `<rdf:Description rdf:about="" xmlns:d="http://purl.org/dc/elements/1.1/"><d:title>${alt}</d:title><d:rights>R</d:rights></rdf:Description>`,
      ),
      { title: 'New' },
    )
    expect(merged).not.toContain('Old')
    expect(merged).toContain(
      '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">New</rdf:li><rdf:li xml:lang="de-DE">Alte &amp; Tasse</rdf:li></rdf:Alt></dc:title>',
    )
    expect(merged).toContain('<d:rights>R</d:rights>')
  })

  it('takes other prefixes, a property written as an attribute, and an empty list of descriptions', () => {
    const odd = `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description r:about="x" xmlns:i="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" i:AltTextAccessibility='Old > "text"' i:Scene="1"/></r:RDF>`
    const merged = mergeXmp(odd, { alt: 'New' })
    expect(merged).not.toContain('Old')
    expect(merged).toContain('i:Scene="1"/>')
    expect(merged).toContain('<r:Description r:about="x" ')
    expect(mergeXmp('<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>', { alt: 'New' })).toMatch(/>New<.*<\/rdf:RDF>$/)
  })

  it('keeps a title deeper inside, which is of a region of the picture', () => {
    const region =
      '<rdf:Description rdf:about="" xmlns:r="urn:r" xmlns:d="http://purl.org/dc/elements/1.1/"><r:Region rdf:parseType="Resource"><d:title><rdf:Alt><rdf:li xml:lang="de">Gesicht</rdf:li></rdf:Alt></d:title></r:Region></rdf:Description>'
    const merged = mergeXmp(packetOf(region), { title: 'New' })
    expect(merged).toContain(region)
    expect(merged).toContain('<dc:title><rdf:Alt><rdf:li xml:lang="x-default">New</rdf:li></rdf:Alt></dc:title>')
  })

  it('takes the first language for the default where none says so', () => {
    const alt = '<rdf:Alt><rdf:li xml:lang="en">Old</rdf:li><rdf:li xml:lang="de">Alt</rdf:li></rdf:Alt>'
    const earlier = `<rdf:Description rdf:about="" xmlns:d="http://purl.org/dc/elements/1.1/"><d:title>${alt}</d:title></rdf:Description>`
    const merged = mergeXmp(packetOf(earlier), { title: 'New' })
    expect(merged).not.toContain('Old')
    expect(merged).toContain('>Alt<')
  })

  it('may end in zeros, but must be UTF-8', () => {
    expect(decodePacket(Buffer.from('<a/>\0\0'))).toBe('<a/>')
    expect(() => decodePacket(Buffer.from('M\xfcller', 'latin1'))).toThrow('can’t be read')
  })

  it('gives up white space before its end where one segment of a JPEG would not hold it', async () => {
    const plain = await picture.clone().jpeg().toBuffer()
    const [head, first, rest] = writeJpegTexts(plain, { title: 'Mug' })
    const padded = String(first!.subarray(4)).replace('<?xpacket end', `${' '.repeat(60_000)}\n<?xpacket end`)
    const before = Buffer.concat([head!, jpegSegment(0xe1, [Buffer.from(padded)]), rest!])
    const extended = 'ä'.repeat(10_000)
    const after = Buffer.concat(writeJpegTexts(before, { extended }))
    expect(await xmpOf(after)).toContain(extended)
    expect(await xmpOf(after)).toContain('>Mug<')
    expect(await pixels(after)).toEqual(await pixels(plain))
    expect(() => writeJpegTexts(before, { extended: 'ä'.repeat(33_000) })).toThrow('don’t fit into the picture’s metadata')
  })

  it('that is not the only one is refused', async () => {
    const before = await picture.clone().jpeg().toBuffer()
    const pieces = writeJpegTexts(before, texts)
    const packet = pieces.slice(1, -1)
    const twice = Buffer.concat([pieces[0]!, ...packet, ...packet, pieces.at(-1)!])
    expect(() => writeJpegTexts(twice, texts)).toThrow('several XMP packets')
  })

  it('is merged twice to the same as once', () => {
    const once = mergeXmp(null, texts)
    expect(mergeXmp(once, texts)).toBe(once)
  })

  it.each(['', 'no xml', '<a>', '<a/>', '<!DOCTYPE x [<!ENTITY a "b">]><a/>'])('that is none is refused: %j', (earlier) => {
    expect(() => mergeXmp(earlier, texts)).toThrow('can’t be read')
  })

  it('has no sign that XML can’t hold', () => {
    expect(mergeXmp(null, { alt: 'a\u0000b\u000bc' })).toContain('>a b c<')
  })
})

describe('a picture with metadata that another program wrote', () => {
  // Written with ExifTool 12: Exif, IPTC (in the JPEG), and XMP with a title in two languages.
  it.each(['photographers.jpg', 'photographers.png'] as const)('keeps all of it: %s', async (name) => {
    const before = readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url))
    const pieces = name.endsWith('.png') ? writePngTexts(before, texts) : writeJpegTexts(before, texts)
    const after = Buffer.concat(pieces)
    const rest = Buffer.concat([pieces[0]!, pieces.at(-1)!])
    expect(
      rest.equals(Buffer.concat([before.subarray(0, pieces[0]!.length), before.subarray(before.length - pieces.at(-1)!.length)])),
    ).toBe(true)
    expect(rest.includes('http://www.w3.org/1999/02/22-rdf-syntax-ns#')).toBe(false)
    expect(rest.includes('Ann')).toBe(true)
    const xmp = await xmpOf(after)
    expect(xmp).toContain('Rating>4<')
    expect(xmp).toContain(">Mug</rdf:li><rdf:li xml:lang='de-DE'>Alte Tasse<")
    expect(xmp).not.toContain('Old')
    expect(await pixels(after)).toEqual(await pixels(before))
  })
})
