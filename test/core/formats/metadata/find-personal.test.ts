import sharp from 'sharp'
import { expect, it } from 'vitest'
import { findPersonal, mostKeptMetadata } from '../../../../electron/core/formats/metadata/find-personal.ts'

const exifWith = async (tags: Parameters<ReturnType<typeof sharp>['withExif']>[0]): Promise<Buffer | undefined> => {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
  return (await sharp(await picture.withExif(tags).jpeg().toBuffer()).metadata()).exif
}
const serial = { IFD2: { BodySerialNumber: 'SERIAL-1' } }
const xmp = (inside: string): Buffer =>
  Buffer.from(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="52,30N">${inside}</rdf:Description></rdf:RDF></x:xmpmeta>`,
  )

it('tells what EXIF and XMP say of people, each once, and nothing of a picture without them', async () => {
  const exif = await exifWith(serial)
  expect(findPersonal({ exif })).toEqual(['device'])
  expect(findPersonal({ xmp: xmp('') })).toEqual(['location'])
  expect(findPersonal({ exif, xmp: xmp('') })).toEqual(['device', 'location'])
  expect(findPersonal({ exif: await exifWith({ IFD0: { Copyright: 'The shop' } }) })).toEqual([])
  expect(findPersonal({})).toEqual([])
})

it('tells nothing of metadata that is too large for the converted picture to keep', () => {
  const filled = (length: number): Buffer => xmp(' '.repeat(length - xmp('').length))
  expect(findPersonal({ xmp: filled(mostKeptMetadata) })).toEqual(['location'])
  expect(findPersonal({ xmp: filled(mostKeptMetadata + 1) })).toEqual([])
})
