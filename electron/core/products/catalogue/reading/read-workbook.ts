import { AppError } from '../../../../../shared/base/errors.ts'
import { listLimits, type RowLimits } from '../list-limits.ts'
import { mostBefore, namesProducts } from './find-headers.ts'
import { type CellFault, pieceRows, type RawList, type RawRow } from './raw-rows.ts'
import { openWorkbookParts, readRelations, toDamaged, type WorkbookParts } from './workbook-parts.ts'
import { type NumberStyle, readSharedStrings, readStyles, toNumberText, unescapeText } from './workbook-values.ts'

type Values = { readonly shared: readonly string[]; readonly styles: readonly NumberStyle[]; readonly from1904: boolean }

type Cell = { readonly text: string; readonly fault?: CellFault }

/** `AB7` → 27; `undefined`: it names no column. */
const columnOf = (reference: string | undefined): number | undefined => {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1]
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** A cell by its type (ECMA-376, part 1, 18.18.11). Of a formula, its value. */
const readCell = (type: string | undefined, value: string | null, hasFormula: boolean, style: NumberStyle, values: Values): Cell => {
  // Programs that don’t calculate leave the value of a formula out, or empty.
  if (value === null || (value === '' && type !== 'str' && type !== 's'))
    return hasFormula ? { text: '', fault: 'without-value' } : { text: '' }
  switch (type) {
    case 's':
      return { text: values.shared[Number(value)] ?? '' }
    case 'inlineStr':
    case 'str':
      return { text: unescapeText(value) }
    case 'b':
      return { text: value.trim() === '1' ? 'TRUE' : 'FALSE' }
    case 'e':
      return { text: value, fault: 'failed' }
    case 'd':
      return { text: value }
    default:
      return toNumberText(value, style, values.from1904)
  }
}

const plain: NumberStyle = { kind: 'plain' }

/** Collects the rows of a sheet while it is parsed. */
const collectRows = (values: Values, { columns }: RowLimits) => {
  let rows: RawRow[] = []
  const merged: string[] = []
  let row = 0
  let cells: string[] = []
  let faults: Map<number, CellFault> | undefined
  let column = -1
  let type: string | undefined
  let style: NumberStyle = plain
  let value: string | null = null
  let hasFormula = false
  let isValue = false
  const endCell = (): void => {
    const cell = readCell(type, value, hasFormula, style, values)
    if (cell.text === '' && cell.fault === undefined) return
    if (column >= columns) throw new AppError('file-too-large', { kind: 'list-over-columns', columns: column + 1, limit: columns })
    while (cells.length < column) cells.push('')
    cells[column] = cell.text
    if (cell.fault !== undefined) faults = (faults ?? new Map()).set(column, cell.fault)
  }
  return {
    open: (element: string, attributes: Readonly<Record<string, string>>): void => {
      if (element === 'row') {
        const said = Number(attributes.r)
        row = Number.isSafeInteger(said) && said > row ? said : row + 1
        cells = []
        faults = undefined
        column = -1
      } else if (element === 'c') {
        column = columnOf(attributes.r) ?? column + 1
        type = attributes.t
        style = values.styles[Number(attributes.s ?? 0)] ?? plain
        value = null
        hasFormula = false
      } else if (element === 'v' || element === 't') {
        isValue = true
        value ??= ''
      } else if (element === 'f') hasFormula = true
      else if (element === 'mergeCell' && merged.length < 50 && attributes.ref !== undefined) merged.push(attributes.ref)
    },
    text: (text: string): void => {
      if (isValue && value !== null && value.length <= listLimits.cell) value += text
    },
    close: (element: string): void => {
      if (element === 'v' || element === 't') isValue = false
      else if (element === 'c') endCell()
      else if (element === 'row' && cells.length > 0) rows.push({ row, cells, ...(faults ? { faults } : {}) })
    },
    /** The rows so far, once. */
    take: (): RawRow[] => {
      const taken = rows
      rows = []
      return taken
    },
    countRows: (): number => rows.length,
    merged: (): readonly string[] => merged,
  }
}

type Sheet = { readonly name: string; readonly part: string; readonly isHidden: boolean }

/** Names why an archive without a workbook is no list. */
const refuseArchive = (parts: WorkbookParts, name: string): AppError => {
  const names = parts.names()
  const isOpenDocument = parts.has('mimetype') && parts.has('content.xml')
  const is = names.some((one) => one.endsWith('workbook.bin')) ? 'binary-workbook' : isOpenDocument ? 'open-document' : 'archive'
  return new AppError('unsupported-format', { kind: 'list-of-other-kind', name, is })
}

const readWorkbookPart = async (parts: WorkbookParts, name: string) => {
  const part = [...(await readRelations(parts, '')).values()].find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml'
  if (!parts.has(part) || !part.endsWith('.xml')) throw refuseArchive(parts, name)
  const relations = await readRelations(parts, part)
  const sheets: Sheet[] = []
  let from1904 = false
  let isWorkbook = false
  await parts.read(part, {
    open: (element, attributes) => {
      if (element === 'workbook') isWorkbook = true
      if (element === 'workbookPr') from1904 = attributes.date1904 === '1' || attributes.date1904 === 'true'
      if (element !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key === 'id' || key.endsWith(':id'))?.[1]
      const relation = relations.get(id ?? '')
      if (relation?.type === 'worksheet')
        sheets.push({ name: attributes.name ?? '', part: relation.part, isHidden: (attributes.state ?? 'visible') !== 'visible' })
    },
  })
  if (!isWorkbook) throw refuseArchive(parts, name)
  const of = (type: string): string | undefined => [...relations.values()].find((one) => one.type === type)?.part
  return { sheets, from1904, styles: of('styles'), shared: of('sharedStrings') }
}

async function* readSheet(parts: WorkbookParts, part: string, collected: ReturnType<typeof collectRows>): AsyncGenerator<RawRow[]> {
  for await (const _ of parts.readInPieces(part, collected)) if (collected.countRows() >= pieceRows) yield collected.take()
  yield collected.take()
}

/** Sheets that are looked at for a list. */
const mostSheets = 20

/** The first sheet with headers that name products: what is before it may be a cover. */
const findSheet = async (parts: WorkbookParts, sheets: readonly Sheet[], values: Values, limits: RowLimits): Promise<Sheet | undefined> => {
  if (sheets.length < 2) return undefined
  for (const sheet of sheets.slice(0, mostSheets)) {
    const collected = collectRows(values, limits)
    const rows: RawRow[] = []
    for await (const piece of readSheet(parts, sheet.part, collected)) {
      rows.push(...piece)
      if (rows.length > mostBefore) break
    }
    if (namesProducts(rows)) return sheet
  }
  return undefined
}

/**
 * A sheet of an Excel workbook (Office Open XML, ECMA-376): the one that is said, else the first visible one with a list. Of formulas it has the values that were saved with them; macros
 * are never looked at.
 */
export const readWorkbook = async (path: string, name: string, limits: RowLimits = listLimits, said?: string): Promise<RawList> => {
  const parts = await openWorkbookParts(path, name)
  try {
    const { sheets, from1904, styles, shared } = await readWorkbookPart(parts, name)
    const visible = sheets.filter(({ isHidden }) => !isHidden)
    const wanted = said === undefined ? undefined : sheets.find((one) => one.name === said || one.name.toLowerCase() === said.toLowerCase())
    if (said !== undefined && !wanted) {
      const names = sheets.map((one) => one.name)
      throw new AppError('usage', { kind: 'list-sheet-unknown', named: said, sheets: names }, { kept: 'nothing-changed' })
    }
    const values = { shared: await readSharedStrings(parts, shared), styles: await readStyles(parts, styles), from1904 }
    const sheet = wanted ?? (await findSheet(parts, visible, values, limits)) ?? visible[0] ?? sheets[0]
    if (!sheet) throw toDamaged(name, new Error('it has no sheet'))
    const collected = collectRows(values, limits)
    return {
      form: {
        kind: 'workbook',
        sheet: sheet.name,
        otherSheets: visible.filter((one) => one !== sheet).map((one) => one.name),
        hasMacros: parts.names().some((one) => one.endsWith('vbaProject.bin')),
      },
      isGuessed: false,
      unclear: [],
      rows: readSheet(parts, sheet.part, collected),
      merged: collected.merged,
      close: parts.close,
    }
  } catch (error) {
    parts.close()
    throw error
  }
}
