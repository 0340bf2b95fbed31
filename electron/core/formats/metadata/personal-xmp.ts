import sax from 'sax'
import { type Personal, unknown, type WithoutPersonal } from './personal.ts'

const iptcCore = 'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/'
const iptcExtension = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/'
const photoshop = 'http://ns.adobe.com/photoshop/1.0/'
const dynamicMedia = 'http://ns.adobe.com/xmp/1.0/DynamicMedia/'
const terms = 'http://purl.org/dc/terms/'
const darwinCore = 'http://rs.tdwg.org/dwc/index.htm'
const cell = 'http://developer.sonyericsson.com/cell/1.0/'
const regions = 'http://www.metadataworkinggroup.com/schemas/regions/'
const microsoftRegion = 'http://ns.microsoft.com/photo/1.2/t/Region#'
const acdseeRegions = 'http://ns.acdsee.com/regions/'
const appleFaces = 'http://ns.apple.com/faceinfo/1.0/'
const mediaPro = 'http://ns.iview-multimedia.com/mediapro/1.0/'
const expressionMedia = 'http://ns.microsoft.com/expressionmedia/1.0/'
const getty = 'http://xmp.gettyimages.com/gift/1.0/'

/** Properties of one name space (IPTC Photo Metadata Standard 2021.1; XMP specification, part 2). */
const named: Readonly<Record<string, readonly string[]>> = {
  [iptcCore]: ['Location', 'CountryCode'],
  [iptcExtension]: ['LocationCreated', 'LocationShown'],
  [photoshop]: ['City', 'State', 'Country'],
  [dynamicMedia]: ['shotLocation'],
  [terms]: ['Location', 'spatial'],
  [darwinCore]: ['dctermsLocation'],
  [cell]: ['mcc', 'mnc', 'lac', 'cellid'],
}
/**
 * Persons shown: IPTC's names, and those of regions (Metadata Working Group, “Guidelines for Handling Image Metadata” 2.0, 5.9, which Picasa and
 * digiKam write, too; Microsoft's People Tags). A region itself stays: it may be the focus.
 */
const people: Readonly<Record<string, readonly string[]>> = {
  [iptcExtension]: ['PersonInImage', 'PersonInImageWDetails'],
  [regions]: ['Name', 'Description'],
  [microsoftRegion]: ['PersonDisplayName', 'PersonEmailDigest', 'PersonLiveIdCID', 'PersonSourceID'],
  [acdseeRegions]: ['Name'],
  [appleFaces]: ['FaceID'],
  [mediaPro]: ['People'],
  [expressionMedia]: ['People'],
  [getty]: ['Personality'],
}
/** Of any: `exif:GPSLatitude`, a drone's `Longitude`, `aux:SerialNumber`, `exifEX:CameraOwnerName`, `GCamera:HdrPlusMakernote`. */
const placeName = /^gps|(?:alt|lat|longt?)itude$|^motionphoto|^microvideo/i
const deviceName = /serialnumber$|^(?:camera)?ownername$|makernote$|^hostcomputer$/i

const kindOf = (uri: string, name: string): Personal | undefined => {
  if (named[uri]?.includes(name) || placeName.test(name)) return 'location'
  if (people[uri]?.includes(name)) return 'people'
  return deviceName.test(name) ? 'device' : undefined
}

const usualPrefixes: Readonly<Record<string, string>> = {
  Iptc4xmpCore: iptcCore,
  Iptc4xmpExt: iptcExtension,
  photoshop,
  xmpDM: dynamicMedia,
  dcterms: terms,
  MPReg: microsoftRegion,
  mediapro: mediaPro,
  expressionmedia: expressionMedia,
  GettyImagesGIFT: getty,
}
/** Structures with names of people in them, which a flat text repeats as a whole. */
const regionTexts: readonly string[] = ['mwg-rs', 'MP', 'MPRI', 'acdsee-rs']

/** Of a property outside XMP, named with its usual prefix: `exif:GPSLatitude`, `photoshop:City`. */
export const kindOfProperty = (property: string): Personal | undefined => {
  const at = property.lastIndexOf(':')
  const prefix = property.slice(0, Math.max(0, at))
  if (regionTexts.includes(prefix)) return 'people'
  return kindOf(usualPrefixes[prefix] ?? '', property.slice(at + 1))
}

const attributePattern = /\s([^\s="'<>/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g

type Range = { readonly from: number; readonly to: number }

/** Where it is said, whether as an element or as an attribute, and however deep: programs keep the metadata of pictures inside a picture. */
const findPersonal = (xml: string): { readonly ranges: readonly Range[]; readonly removed: ReadonlySet<Personal> } => {
  const parser = sax.parser(true, { xmlns: true, position: true })
  const ranges: Range[] = []
  const removed = new Set<Personal>()
  let depth = 0
  let inside: { readonly from: number; readonly depth: number } | undefined
  const fail = (): never => {
    throw new Error('XMP that can’t be read')
  }
  parser.onerror = fail
  parser.ondoctype = fail
  parser.onopentag = (tag) => {
    depth++
    if (inside) return
    const { uri, local, attributes } = tag as sax.QualifiedTag
    const from = parser.startTagPosition - 1
    const kind = kindOf(uri, local)
    if (kind) {
      removed.add(kind)
      inside = { from, depth }
      return
    }
    const raw = xml.slice(from, parser.position)
    for (const at of raw.matchAll(attributePattern)) {
      const attribute = attributes[at[1] ?? '']
      const said = attribute ? kindOf(attribute.uri, attribute.local) : undefined
      if (!said) continue
      removed.add(said)
      ranges.push({ from: from + at.index, to: from + at.index + at[0].length })
    }
  }
  parser.onclosetag = () => {
    if (inside?.depth === depth) {
      ranges.push({ from: inside.from, to: parser.position })
      inside = undefined
    }
    depth--
  }
  parser.write(xml).close()
  return { ranges, removed }
}

/** An XMP packet without what it tells of people, and otherwise letter by letter as it was. */
export const withoutPersonalXmp = (packet: string): WithoutPersonal<string> => {
  try {
    const { ranges, removed } = findPersonal(packet)
    let content = ''
    let at = 0
    for (const { from, to } of ranges) {
      content += packet.slice(at, from)
      at = to
    }
    return { content: content + packet.slice(at), removed }
  } catch {
    return { content: null, removed: new Set(unknown) }
  }
}
