import sax from 'sax'
import { AppError } from '../../../../shared/base/errors.ts'
import { type PictureField, pictureFields } from '../../../../shared/exchange/exports.ts'

/** Texts for a picture's metadata. */
export type PictureTexts = Partial<Readonly<Record<PictureField, string>>>

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const dc = 'http://purl.org/dc/elements/1.1/'
const iptc = 'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/'

/**
 * Where each text is kept: IPTC Photo Metadata Standard 2021.1, “Alt Text (Accessibility)” and “Extended Description (Accessibility)”;
 * XMP specification, part 1 (ISO 16684-1), 8.3, Dublin Core. All are Lang Alt: one text a language.
 */
const properties: Readonly<Record<PictureField, { readonly prefix: string; readonly uri: string; readonly name: string }>> = {
  alt: { prefix: 'Iptc4xmpCore', uri: iptc, name: 'AltTextAccessibility' },
  extended: { prefix: 'Iptc4xmpCore', uri: iptc, name: 'ExtDescrAccessibility' },
  title: { prefix: 'dc', uri: dc, name: 'title' },
  description: { prefix: 'dc', uri: dc, name: 'description' },
}

type Range = { readonly from: number; readonly to: number }
/** A text in a language, as it is in the packet. */
type Item = Range & { readonly language: string; readonly text: string }

type Packet = {
  /** The prefix of RDF's own names. */
  readonly prefix: string
  /** Before the end tag of `rdf:RDF`; of an element without content: the whole tag. */
  readonly end: Range
  /** What `rdf:about` says, the same in each description. */
  readonly about: string
  readonly removed: readonly Range[]
  readonly items: ReadonlyMap<PictureField, readonly Item[]>
}

const unreadable = (said: string): AppError =>
  new AppError('file-unreadable', { kind: 'xmp-unreadable', said }, { kept: 'nothing-changed' })

const fieldOf = (uri: string, name: string, fields: readonly PictureField[]): PictureField | undefined =>
  fields.find((field) => properties[field].uri === uri && properties[field].name === name)

const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no place for them
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Attributes of a start tag; in XML a value is always quoted. */
const attributes = /\s([^\s="'<>/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g

/** Finds an attribute in the text of a start tag. */
const findAttribute = (tag: string, name: string, from: number): Range | undefined => {
  for (const at of tag.matchAll(attributes)) if (at[1] === name) return { from: from + at.index, to: from + at.index + at[0].length }
  return undefined
}

/** Reads where the properties are that will be replaced. Throws an AppError for what is no XMP. */
const readPacket = (xml: string, fields: readonly PictureField[]): Packet => {
  const parser = sax.parser(true, { xmlns: true, position: true })
  const removed: Range[] = []
  const items = new Map<PictureField, Item[]>()
  let prefix: string | undefined
  /** The depth of `rdf:RDF`. */
  let top = 0
  let about = ''
  let end: Range | undefined
  let depth = 0
  let inside: { readonly field: PictureField; readonly from: number; readonly depth: number } | undefined
  let item: { readonly from: number; readonly language: string; readonly depth: number } | undefined
  let text = ''
  /** The description that is being read. `hasOther`: more than the properties that will be replaced. */
  let description: { readonly from: number; readonly depth: number; readonly removedBefore: number; hasOther: boolean } | undefined
  const fail = (said: string): never => {
    throw unreadable(said)
  }
  const startOf = (): number => parser.startTagPosition - 1
  parser.onerror = (error) => fail(error.message.split('\n')[0] ?? 'not XML')
  parser.ondoctype = () => fail('a document type')
  parser.onopentag = (tag) => {
    depth++
    const { uri, local, prefix: own, attributes } = tag as sax.QualifiedTag
    if (inside) {
      if (uri === rdf && local === 'li' && !item) {
        item = { from: startOf(), language: attributes['xml:lang']?.value ?? '', depth }
        text = ''
      }
      return
    }
    if (uri === rdf && local === 'RDF' && prefix === undefined) {
      prefix = own
      top = depth
    }
    // The same names deeper inside are of something else, such as a region of the picture.
    const field = depth === top + 2 ? fieldOf(uri, local, fields) : undefined
    if (field !== undefined) {
      inside = { field, from: startOf(), depth }
      return
    }
    if (description) description.hasOther = true
    if (uri !== rdf || local !== 'Description' || depth !== top + 1) return
    const raw = xml.slice(startOf(), parser.position)
    const removedBefore = removed.length
    let hasOther = false
    for (const [name, attribute] of Object.entries(attributes)) {
      const isAbout = attribute.uri === rdf && attribute.local === 'about'
      if (isAbout && about === '') about = attribute.value
      const isOurs = fieldOf(attribute.uri, attribute.local, fields) !== undefined
      const range = isOurs ? findAttribute(raw, name, startOf()) : undefined
      if (range) removed.push(range)
      if (!isAbout && !isOurs && attribute.prefix !== 'xmlns' && name !== 'xmlns') hasOther = true
    }
    description ??= { from: startOf(), depth, removedBefore, hasOther }
  }
  parser.oncomment = () => {
    if (description) description.hasOther = true
  }
  const addText = (piece: string): void => {
    if (item) text += piece
  }
  parser.ontext = addText
  parser.oncdata = addText
  parser.onclosetag = (name) => {
    if (item && item.depth === depth && inside) {
      const list = items.get(inside.field) ?? []
      items.set(inside.field, [...list, { from: item.from, to: parser.position, language: item.language, text }])
      item = undefined
    } else if (inside && inside.depth === depth) {
      removed.push({ from: inside.from, to: parser.position })
      inside = undefined
    } else if (description && description.depth === depth) {
      // One that had nothing else goes, too.
      if (!description.hasOther && removed.length > description.removedBefore)
        removed.splice(description.removedBefore, removed.length, { from: description.from, to: parser.position })
      description = undefined
    } else if (prefix !== undefined && end === undefined && name === (prefix === '' ? 'RDF' : `${prefix}:RDF`)) {
      const from = Math.max(xml.lastIndexOf('<', parser.position - 1), 0)
      end = { from, to: parser.position }
    }
    depth--
  }
  parser.write(xml).close()
  if (prefix === undefined || end === undefined) return fail('no rdf:RDF')
  return { prefix, end, about, removed, items }
}

/** The text of an earlier packet. Throws `file-unreadable` where it is not UTF-8: written back, such letters would be lost. */
export const decodePacket = (bytes: Uint8Array): string => {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end--
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, end))
  } catch {
    throw unreadable('not UTF-8')
  }
}

const packetEnd = '<?xpacket end'

/**
 * A packet without so much of the white space before its end as is needed to have at most these bytes: it is there to be used (XMP
 * specification, part 1, 7.3.2).
 */
export const shortenPadding = (packet: string, mostBytes: number): string => {
  const end = packet.lastIndexOf(packetEnd)
  const tooMany = Buffer.byteLength(packet) - mostBytes
  if (end < 0 || tooMany <= 0) return packet
  let from = end
  while (end - from < tooMany && ' \t\r\n'.includes(packet[from - 1] ?? '-')) from--
  return packet.slice(0, from) + packet.slice(end)
}

/** Readers differ in which of several packets counts, so a text in one of them may not be found. */
export const refuseSeveral = (packets: readonly unknown[]): void => {
  if (packets.length > 1) throw unreadable('several XMP packets')
}

const isDefault = (language: string): boolean => language === 'x-default' || language === ''

/** The texts of other languages stay; one that only repeats the default in its language would be out of date. */
const otherLanguages = (xml: string, items: readonly Item[]): string => {
  // Without one that says so, the first is the default (ISO 16684-1).
  const before = (items.find(({ language }) => isDefault(language)) ?? items[0])?.text
  return items
    .filter(({ language, text }) => !isDefault(language) && text !== before)
    .map(({ from, to }) => xml.slice(from, to))
    .join('')
}

const describe = (
  texts: PictureTexts,
  fields: readonly PictureField[],
  prefix: string,
  about: string,
  others: (field: PictureField) => string,
) => {
  const name = (local: string): string => (prefix === '' ? local : `${prefix}:${local}`)
  const inside = fields.map((field) => {
    const { prefix: own, name: local } = properties[field]
    return `<${own}:${local}><${name('Alt')}><${name('li')} xml:lang="x-default">${escapeXml(texts[field] ?? '')}</${name('li')}>${others(field)}</${name('Alt')}></${own}:${local}>`
  })
  const aboutName = prefix === '' ? `xmlns:rdf="${rdf}" rdf:about` : name('about')
  return `<${name('Description')} ${aboutName}="${escapeXml(about)}" xmlns:Iptc4xmpCore="${iptc}" xmlns:dc="${dc}">${inside.join('')}</${name('Description')}>`
}

const emptyPacket = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${rdf}"></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

/**
 * An XMP packet with these texts, as the default language of their properties. All else of an earlier packet stays as it was, letter by
 * letter. Throws `file-unreadable` if the earlier one is no XMP.
 */
export const mergeXmp = (earlier: string | null, texts: PictureTexts): string => {
  const xml = earlier ?? emptyPacket
  const fields = pictureFields.filter((field) => texts[field] !== undefined)
  const { prefix, end, about, removed, items } = readPacket(xml, fields)
  const added = describe(texts, fields, prefix, about, (field) => otherLanguages(xml, items.get(field) ?? []))
  let merged = ''
  let at = 0
  for (const { from, to } of removed.toSorted((one, other) => one.from - other.from)) {
    merged += xml.slice(at, from)
    at = to
  }
  const tag = xml.slice(end.from, end.to)
  // An element without content gets a start and an end.
  const closing = tag.startsWith('</')
    ? `${added}${tag}`
    : `${tag.replace(/\/>$/, '>')}${added}</${prefix === '' ? 'RDF' : `${prefix}:RDF`}>`
  return `${merged}${xml.slice(at, end.from)}${closing}${xml.slice(end.to)}`
}
