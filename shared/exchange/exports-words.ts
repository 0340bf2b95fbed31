import { countOf, formatCount } from '../base/number-words.ts'
import type {
  ComparedTable,
  Difference,
  OutFact,
  OutLayout,
  OutWhich,
  OutWritten,
  PictureCopies,
  PictureField,
  Rewrite,
  UnknownRow,
} from './exports.ts'

export const factWords: Readonly<Record<OutFact, string>> = {
  name: 'Picture',
  folder: 'Folder',
  path: 'Path',
  address: 'Picture address',
  position: 'Position in product',
  productId: 'Product ID',
  sku: 'SKU',
  gtin: 'GTIN',
  handle: 'Handle',
  productName: 'Product',
  pictures: 'Number of pictures',
  aboutEarlier: 'Texts about an earlier file',
}

export const fieldWords: Readonly<Record<PictureField, string>> = {
  alt: 'Alt text',
  extended: 'Extended description',
  title: 'Title',
  description: 'Description',
}

/** Where a picture keeps it, as other programs call it. */
export const fieldPlaces: Readonly<Record<PictureField, string>> = {
  alt: 'IPTC alt text (accessibility)',
  extended: 'IPTC extended description (accessibility)',
  title: 'Title (Dublin Core)',
  description: 'Description, also shown as caption (Dublin Core)',
}

const rowsOf = ({ rows }: Pick<OutLayout, 'rows'>, count: number): string => countOf(count, rows === 'pictures' ? 'picture' : 'product')

/** What an export is going to have. `approved` and `filled`: cells. */
export const describeScope = (
  layout: Pick<OutLayout, 'rows'>,
  which: OutWhich,
  { total, approved, filled }: { readonly total: number; readonly approved: number; readonly filled: number },
): string =>
  which === 'approved'
    ? `${rowsOf(layout, total)}, ${countOf(approved, 'approved text')}${filled > approved ? `. ${countOf(filled - approved, 'text')} without approval stay empty.` : '.'}`
    : `${rowsOf(layout, total)}, ${countOf(filled, 'text')}, ${formatCount(approved)} of them approved.`

/** What an export of a layout that leaves rows out will have; `lack`: why nothing comes out, and what to do. `key`: what the program finds a row by. */
export const describeResult = (
  layout: Pick<OutLayout, 'rows' | 'onlyWith'>,
  which: OutWhich,
  { total, result }: { readonly total: number; readonly result: { readonly rows: number; readonly withoutKey: number } },
): { readonly said: string; readonly lack: string | null } => {
  const key = layout.onlyWith === undefined ? '' : factWords[layout.onlyWith]
  const withoutText = total - result.rows - result.withoutKey
  const lacksText = which === 'approved' ? 'an approved text' : 'a text'
  const said = [
    `${formatCount(result.rows)} of ${rowsOf(layout, total)} will be exported.`,
    ...(result.withoutKey > 0
      ? [`${formatCount(result.withoutKey)} left out: no ${key} in the product list, which the shop finds them by.`]
      : []),
    ...(withoutText > 0 ? [`${formatCount(withoutText)} left out: without ${lacksText}.`] : []),
  ].join(' ')
  if (result.rows > 0) return { said, lack: null }
  if (total === 0) return { said, lack: 'No row is shown. Choose “All”.' }
  if (result.withoutKey > 0)
    return { said, lack: `Nothing would be exported. Import a product list with the column ${key}, or choose other columns.` }
  const approve = which === 'approved' ? 'Approve texts in the sheet, or choose “All texts”.' : 'Ask the questions of these columns first.'
  return { said, lack: `Nothing would be exported. ${approve}` }
}

/** What became of an export, a sentence each. */
export const describeWritten = (
  layout: Pick<OutLayout, 'rows'>,
  { place, rows, rowsLeftOut, cells, leftOut, tooLong, defused, aboutEarlier }: OutWritten,
): string[] => [
  `${rowsOf(layout, rows)} with ${countOf(cells, 'text')} exported to ${place}.`,
  ...(rowsLeftOut > 0
    ? [
        `${rowsOf(layout, rowsLeftOut)} left out: without a text to export, or without what the shop finds ${rowsLeftOut === 1 ? 'it' : 'them'} by.`,
      ]
    : []),
  ...(leftOut > 0 ? [`${countOf(leftOut, 'text')} without approval left out.`] : []),
  ...(aboutEarlier > 0
    ? [
        `${countOf(aboutEarlier, 'text')} ${aboutEarlier === 1 ? 'is' : 'are'} about an earlier file of ${aboutEarlier === 1 ? 'its' : 'their'} picture.`,
      ]
    : []),
  ...(tooLong > 0
    ? [
        `${countOf(tooLong, 'text')} left out: longer than a workbook’s cell can be. Export as CSV to include ${tooLong === 1 ? 'it' : 'them'}.`,
      ]
    : []),
  ...(defused > 0
    ? [
        `${countOf(defused, 'cell')} ${defused === 1 ? 'begins' : 'begin'} like a formula and got an apostrophe in front, so that no spreadsheet runs ${defused === 1 ? 'it' : 'them'}.`,
      ]
    : []),
]

/** What is in the clipboard: “12 approved texts”. `rows`: of the view; only the first `mostCopied` of them are copied. */
export const describeCopied = ({
  texts,
  isApproved,
  rows,
  mostCopied,
}: {
  readonly texts: number
  readonly isApproved: boolean
  readonly rows: number
  readonly mostCopied: number
}): string =>
  [
    isApproved ? countOf(texts, 'approved text') : `${countOf(texts, 'text')} without approval`,
    ...(rows > mostCopied ? [`of the first ${formatCount(mostCopied)} rows (of ${formatCount(rows)}; export a table for all)`] : []),
  ].join(' ')

/** What became of copies of pictures. */
export const describeCopies = ({ folder, written, same, without, existing, failed }: PictureCopies): string[] => [
  `${countOf(written, 'picture')} copied to ${folder}.`,
  ...(same > 0 ? [`${countOf(same, 'copy', 'copies')} already there with the same texts.`] : []),
  ...(without > 0 ? [`${countOf(without, 'picture')} without a text to write left out.`] : []),
  ...(existing > 0 ? [`${countOf(existing, 'picture')} not copied: a file of that name is already there.`] : []),
  ...(failed > 0 ? [`${countOf(failed, 'picture')} could not be copied.`] : []),
]

export const conflictWords: Readonly<Record<Extract<Difference, { kind: 'conflict' }>['why'], string>> = {
  'changed-here': 'Changed in Packshot, too',
  'approved-here': 'Approved in Packshot since the export',
  'no-revision': 'The file doesn’t say what was exported',
}

export const rewriteWords: Readonly<Record<Rewrite, string>> = {
  number: 'The spreadsheet may have changed the number',
  date: 'The spreadsheet may have made it a date or a time',
  cut: 'The spreadsheet may have cut it off',
  'letters-lost': 'Letters may have been lost when the file was saved',
  formula: 'The cell’s formula failed, or its value was not saved',
  truth: 'The spreadsheet may have made it TRUE or FALSE',
  moved: 'The text was exported for another picture: the columns may have been sorted without their keys',
}

export const describeUnknown = ({ row, why, of }: UnknownRow): string => {
  switch (why) {
    case 'no-key':
      return `Row ${formatCount(row)} has no key.`
    case 'not-in-library':
      return `Row ${formatCount(row)}: its picture isn’t in the library.`
    case 'repeated':
      return `Row ${formatCount(row)} repeats row ${formatCount(of ?? 0)}, which counts.`
  }
}

/** What a table that came back would change, a sentence each. */
export const describeCompared = ({ unchanged, counts, approved, unknownRows, missing, forgotten, repeated }: ComparedTable): string[] => [
  `${countOf(counts.changed, 'change')}, ${formatCount(unchanged)} unchanged.`,
  ...(approved > 0 ? [`${countOf(approved, 'approved text')} will become ${approved === 1 ? 'a draft' : 'drafts'} again.`] : []),
  ...(counts.conflict > 0 ? [`${countOf(counts.conflict, 'conflict')}: changed on both sides.`] : []),
  ...(counts.rewritten > 0 ? [`${countOf(counts.rewritten, 'text')} most likely changed by the spreadsheet itself.`] : []),
  ...(unknownRows > 0 ? [`${countOf(unknownRows, 'row')} ignored.`] : []),
  ...missing.map(({ column }) => `No column is recognised as “${column}”.`),
  ...forgotten.map(
    (header) => `“${header}” is ignored: its question is in no set any more. Add the same question to a set, then import the file again.`,
  ),
  ...repeated.map((header) => `Two columns are named “${header}”. The left one counts.`),
]

export const describeApplied = ({
  changed,
  kept,
  left,
}: {
  readonly changed: number
  readonly kept: number
  readonly left: number
}): string[] => [
  `${countOf(changed, 'text')} changed.`,
  ...(kept > 0 ? [`${countOf(kept, 'text')} kept: changed in Packshot meanwhile, or too long.`] : []),
  ...(left > 0 ? [`${countOf(left, 'difference')} left as in Packshot.`] : []),
]
