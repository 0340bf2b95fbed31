import type { TableRows } from './write-separated.ts'
import { zipPieces } from './zip-pieces.ts'

/** Characters of a cell (Excel specifications and limits). */
export const longestCell = 32_767

const office = 'http://schemas.openxmlformats.org'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** What XML 1.0 can't hold, and what a reader would take for such an escape (ECMA-376, part 1, 22.9.2.19). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
const unwritable = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g

const escapeCode = (sign: string): string => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

const escapeText = (text: string): string =>
  text.replace(unwritable, escapeCode).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** 0 → `A`, 27 → `AB`. */
const columnName = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : `${columnName(Math.floor(column / 26) - 1)}${String.fromCharCode(65 + (column % 26))}`

/**
 * Cell styles: 0: text, so that a spreadsheet turns nothing that is typed there into a number or a date; 1: the same in bold.
 * A cell of text is never a formula.
 */
const styles = `${declaration}<styleSheet xmlns="${office}/spreadsheetml/2006/main"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
const textStyle = 1
const headerStyle = 2

const formatRow = (cells: readonly string[], row: number): string => {
  const style = row === 1 ? headerStyle : textStyle
  const inside = cells.map((cell, column) => {
    const at = `${columnName(column)}${row}`
    // An empty cell keeps its format, for what is typed there.
    return cell === ''
      ? `<c r="${at}" s="${style}"/>`
      : `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`
  })
  return `<row r="${row}">${inside.join('')}</row>`
}

/** `isHidden`: for Packshot's own columns. `width`: in characters. */
export type WorkbookColumn = { readonly width: number; readonly isHidden: boolean }

async function* sheetOf(rows: TableRows, columns: readonly WorkbookColumn[]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const layout = columns.map(
    ({ width, isHidden }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${textStyle}" customWidth="1"${isHidden ? ' hidden="1"' : ''}/>`,
  )
  yield encoder.encode(
    `${declaration}<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${layout.join('')}</cols><sheetData>`,
  )
  let row = 0
  for await (const piece of rows) yield encoder.encode(piece.map((cells) => formatRow(cells, ++row)).join(''))
  yield encoder.encode('</sheetData></worksheet>')
}

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/>`
const relations = (inside: string): string =>
  `${declaration}<Relationships xmlns="${office}/package/2006/relationships">${inside}</Relationships>`

/** A name that Excel takes: at most 31 characters, not these signs, no apostrophe at its ends, and not its own “History”. */
const nameSheet = (wanted: string): string => {
  const name = wanted
    .replace(/[\\/?*[\]:]/g, ' ')
    .replaceAll("'", '’')
    .slice(0, 31)
    .trim()
  return name.toLowerCase() === 'history' ? `${name} texts` : name || 'Sheet'
}

/** An Excel workbook (Office Open XML, ECMA-376) in pieces: one sheet of texts, its header row in bold and always in sight. */
export async function* writeWorkbook(rows: TableRows, sheetName: string, columns: readonly WorkbookColumn[]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const part = (name: string, text: string) => ({ name, content: [encoder.encode(text)] })
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const name = escapeText(nameSheet(sheetName)).replaceAll('"', '&quot;')
  yield* zipPieces([
    part(
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    ),
    part('_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))),
    part(
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      relations(relation('rId1', 'worksheet', 'worksheets/sheet1.xml') + relation('rId2', 'styles', 'styles.xml')),
    ),
    part('xl/styles.xml', styles),
    { name: 'xl/worksheets/sheet1.xml', content: sheetOf(rows, columns) },
  ])
}
