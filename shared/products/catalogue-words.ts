import { countOf, formatCount } from '../base/number-words.ts'
import type { RowProblem } from '../base/row-problem.ts'
import type { ImportResult, RowNote, SaidRow, ValueOrigin } from './catalogue.ts'
import type { ColumnRole } from './column-roles.ts'
import { showGtin } from './gtin.ts'
import type { ListForm } from './list-form.ts'

/** The columns of a product list, as a person reads them. */
export const roleWords: Readonly<Record<ColumnRole, string>> = {
  productId: 'Product ID',
  sku: 'SKU',
  gtin: 'GTIN',
  name: 'Name',
  handle: 'Handle',
  shows: 'Current pictures',
  showsAt: 'Pictures as of',
}

const gtinFaults = {
  'not-a-number': 'it isn’t a number',
  length: 'it has too few or too many digits',
  'check-digit': 'its check digit is wrong',
} as const

export const describeRowProblem = (problem: RowProblem): string => {
  switch (problem.kind) {
    case 'number-shortened':
      return `The spreadsheet shortened the ${roleWords[problem.role]} to ${problem.value}. Format the column as text, and export it again.`
    case 'number-too-long':
      return `The ${roleWords[problem.role]} ${problem.value} has more digits than a spreadsheet keeps. Format the column as text, and enter it again.`
    case 'formula-failed':
      return `The formula for the ${roleWords[problem.role]} failed (${problem.value}).`
    case 'formula-without-value':
      return `The formula for the ${roleWords[problem.role]} has no saved value. Open the file in a spreadsheet, and save it.`
    case 'quote-open':
      return 'A quote opens in it and is never closed.'
    case 'names-nothing':
      return 'It has no product ID, SKU, GTIN, name or handle.'
    case 'total':
      return `“${problem.value}” looks like a sum of the rows above, not like a product.`
    case 'gtin-wrong':
      return `The GTIN “${problem.value}” is wrong: ${gtinFaults[problem.why]}.`
    case 'repeats-row':
      return `Row ${formatCount(problem.other)} already has the ${roleWords[problem.role]} “${problem.role === 'gtin' ? showGtin(problem.value) : problem.value}”.`
    case 'too-many-cells':
      return `It has ${countOf(problem.cells, 'cell')}, but the list has ${countOf(problem.columns, 'column')}. A quote or a separator may be missing.`
    case 'cell-too-long':
      return `The column “${problem.column}” has more than ${formatCount(problem.limit)} characters.`
  }
}

const describeNote = (note: RowNote): string => {
  switch (note.kind) {
    case 'zeros-restored':
      return `Zeros that the GTIN ${note.value} lost were restored: ${showGtin(note.gtin)}.`
    case 'gtin-left-out':
      return `Imported without its GTIN “${note.value}”: ${gtinFaults[note.why]}.`
    case 'also-in-row':
      return `The product in row ${formatCount(note.other)} has the same ${roleWords[note.role]} “${note.role === 'gtin' ? showGtin(note.value) : note.value}”.`
    case 'quote-as-text':
      return 'A quote in it doesn’t fit, so it was read as part of the text.'
    case 'spans-lines':
      return 'It has several lines that look like rows of their own. Check its quotes.'
    case 'cut-off':
      return 'The file ends in this row, which has fewer cells than the headers. The list may be cut off: export it again.'
    case 'date-unknown':
      return `The date “${note.value}” is unclear. Write it as 2026-11-22.`
  }
}

/** Why a row did not come in, or what to know of one that did. */
export const describeSaid = (said: SaidRow): string => (said.isIn ? describeNote(said.about) : describeRowProblem(said.about))

/** “12 products added, 3 changed, 385 unchanged.” */
export const importedWords = ({ added, changed, unchanged, missing, refused, kept }: ImportResult, isDry = false): string => {
  const parts = [
    `${countOf(added, 'product')} ${isDry ? 'would be ' : ''}added`,
    `${formatCount(changed)} changed`,
    `${formatCount(unchanged)} unchanged`,
    ...(missing > 0 ? [`${formatCount(missing)} missing in this list`] : []),
    ...(refused > 0 ? [`${countOf(refused, 'row')} refused`] : []),
    ...(kept > 0 ? [`${countOf(kept, 'product')} of refused rows kept as before`] : []),
  ]
  return `${parts.join(', ')}.`
}

/** What else to know of an imported list. */
export const listNotes = (form: ListForm | null, merged: readonly string[]): readonly string[] => [
  ...(form?.kind === 'workbook' && form.otherSheets.length > 0
    ? [`Only the sheet “${form.sheet}” is read. Others: ${form.otherSheets.slice(0, 10).join(', ')}.`]
    : []),
  ...(form?.kind === 'workbook' && form.hasMacros ? ['The file contains macros. They were ignored.'] : []),
  ...(merged.length > 0
    ? [`Merged cells (${merged.slice(0, 5).join(', ')}${merged.length > 5 ? ', …' : ''}) count only for their first row.`]
    : []),
]

export const missingWords = 'Missing in the newest list'

/** The name of a list in a sentence. */
const callList = (name: string): string => (name === '' ? 'pasted cells' : `“${name}”`)

/** Where a value is from that the list which counts does not say. `day`: of the list, or of the change. */
export const originWords = (origin: ValueOrigin, day: string): string =>
  origin.by === 'person' ? `changed by you, ${day}` : `from ${callList(origin.name)}, ${day}`

/** Where all other values of a product are from. */
export const listOriginWords = (name: string, day: string): string => `From ${callList(name)}, imported ${day}`
