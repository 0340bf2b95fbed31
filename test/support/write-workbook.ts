import { crc32, deflateRawSync } from 'node:zlib'

type Part = { readonly name: string; readonly text: string | Buffer /** What the archive says of its size. */; readonly claims?: number }

/** A ZIP archive (APPNOTE 6.3.10) of these parts, deflated. */
export const zipParts = (parts: readonly Part[]): Buffer => {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text, claims } of parts) {
    const bytes = Buffer.from(text)
    const packed = deflateRawSync(bytes)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x0800, 2)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(claims ?? bytes.length, 18)
    facts.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), packed])
    const central = Buffer.alloc(14)
    central.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, central, Buffer.from(name)]))
    bodies.push(local)
    offset += local.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(index.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, index, end])
}

const office = 'http://schemas.openxmlformats.org'
const relations = (rows: readonly string[]): string =>
  `<Relationships xmlns="${office}/package/2006/relationships">${rows
    .map((row, at) => {
      const [type, target] = row.split(' ')
      return `<Relationship Id="rId${at + 1}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/>`
    })
    .join('')}</Relationships>`

export type WorkbookFacts = {
  /** Rows as XML: `<row r="1"><c r="A1" t="inlineStr"><is><t>SKU</t></is></c></row>`. */
  readonly rows: string
  readonly afterRows?: string
  readonly shared?: readonly string[]
  /** Format codes; cell style `n` + 1 is the nth. */
  readonly formats?: readonly string[]
  readonly from1904?: boolean
  readonly otherSheet?: { readonly name: string; readonly isFirstAndHidden?: boolean }
  readonly more?: readonly Part[]
}

/** An XLSX file, as small as it can be. */
export const makeWorkbook = ({
  rows,
  afterRows = '',
  shared = [],
  formats = [],
  from1904,
  otherSheet,
  more = [],
}: WorkbookFacts): Buffer => {
  const sheet = '<sheet name="Products" sheetId="1" r:id="rId1"/>'
  const other =
    otherSheet && `<sheet name="${otherSheet.name}" sheetId="2" r:id="rId4"${otherSheet.isFirstAndHidden ? ' state="hidden"' : ''}/>`
  const sheets = otherSheet?.isFirstAndHidden ? `${other}${sheet}` : `${sheet}${other ?? ''}`
  const inSheet = (content: string): string => `<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetData>${content}</sheetData>`
  return zipParts([
    { name: '_rels/.rels', text: relations(['officeDocument xl/workbook.xml']) },
    {
      name: 'xl/workbook.xml',
      text: `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns:r="${office}/officeDocument/2006/relationships">${from1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${sheets}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: relations([
        'worksheet worksheets/sheet1.xml',
        'sharedStrings sharedStrings.xml',
        'styles /xl/styles.xml',
        'worksheet worksheets/sheet2.xml',
      ]),
    },
    { name: 'xl/sharedStrings.xml', text: `<sst>${shared.map((one) => `<si>${one}</si>`).join('')}</sst>` },
    {
      name: 'xl/styles.xml',
      text: `<styleSheet><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs></styleSheet>`,
    },
    { name: 'xl/worksheets/sheet1.xml', text: `${inSheet(rows)}${afterRows}</worksheet>` },
    {
      name: 'xl/worksheets/sheet2.xml',
      text: `${inSheet('<row r="1"><c r="A1" t="inlineStr"><is><t>Other</t></is></c></row>')}</worksheet>`,
    },
    ...more,
  ])
}

/** Rows of texts as XML; numbers are written as such. */
export const rowsOf = (rows: readonly (readonly (string | number)[])[]): string =>
  rows
    .map((cells, row) => {
      const inside = cells.map((cell, column) => {
        const at = `${String.fromCharCode(65 + column)}${row + 1}`
        return typeof cell === 'number' ? `<c r="${at}"><v>${cell}</v></c>` : `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`
      })
      return `<row r="${row + 1}">${inside.join('')}</row>`
    })
    .join('')
