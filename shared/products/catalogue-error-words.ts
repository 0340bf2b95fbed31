import type { ErrorWords } from '../base/error-words.ts'
import { formatCount } from '../base/number-words.ts'
import type { CatalogueFailure, OtherList } from './catalogue-failures.ts'
import { describeRowProblem } from './catalogue-words.ts'
import type { UnclearReading } from './list-form.ts'
import { describeUnclear } from './list-form-words.ts'

const megabytes = (bytes: number): string => `${formatCount(Math.round(bytes / 1024 / 1024))} MB`

const shownHeaders = 30

const quoted = (headers: readonly string[]): string =>
  headers
    .slice(0, shownHeaders)
    .map((one) => `“${one}”`)
    .join(', ')

const others: Readonly<Record<OtherList, string>> = {
  'old-workbook': 'an old or protected Excel file',
  'binary-workbook': 'a binary Excel file (XLSB)',
  'open-document': 'an OpenDocument file',
  archive: 'an archive, not a list',
  folder: 'not a file',
  markup: 'a web page or XML file, whatever its name says',
  json: 'JSON, not a table',
  bytes: 'not a text file and not an Excel file',
}

const saveAs = 'In your spreadsheet, save it as XLSX or CSV without a password. Then open that file.'

const exportAs = 'Export it as CSV or XLSX, or save it as XLSX in your spreadsheet. Then open that file.'

/** `choices`: as the command takes them. */
const unclearAction = ({ what, choices }: UnclearReading): string => {
  const option = { separator: '--separator', quoting: '--quote', encoding: '--encoding' }[what]
  const said = what === 'encoding' ? ` ${choices.join(' or ')}` : ''
  return `Choose the ${{ separator: 'separator', quoting: 'quotes', encoding: 'encoding' }[what]} (${option}${said} in the command).`
}

export const catalogueErrors: ErrorWords<CatalogueFailure> = {
  'list-of-other-kind': ({ name, is }) => ({
    message: `“${name}” is ${others[is]}.`,
    action: is === 'folder' ? 'Open the list itself.' : is === 'json' || is === 'markup' ? exportAs : saveAs,
  }),
  'list-empty': ({ name }) => ({ message: `“${name}” has no rows.`, action: 'Open a list with a header row and at least one product.' }),
  'list-over-size': ({ name, maxBytes }) => ({
    message: `“${name}” is larger than ${megabytes(maxBytes)}.`,
    action: 'Remove columns that aren’t needed, then open it again.',
  }),
  'list-unpacks-over-size': ({ name, maxBytes }) => ({
    message: `“${name}” unpacks to more than ${megabytes(maxBytes)}. It may be malicious.`,
    action: 'If you trust it, save it as CSV and open that file.',
  }),
  'list-over-rows': ({ name, limit }) => ({
    message: `“${name}” has more than ${formatCount(limit)} rows.`,
    action: 'Export only the products that you need pictures for.',
  }),
  'list-over-columns': ({ columns, limit }) => ({
    message: `The list has ${formatCount(columns)} columns; at most ${formatCount(limit)} are possible.`,
    action: 'Remove columns that aren’t needed, then open it again.',
  }),
  'list-over-memory': ({ name }) => ({
    message: `Reading “${name}” needs more memory than Packshot uses for lists.`,
    action: 'Save it as CSV, or remove columns that aren’t needed.',
  }),
  'list-pasted-over-size': ({ limit }) => ({
    message: `The pasted text is longer than ${formatCount(limit)} characters.`,
    action: 'Save the list as a file, then open that file.',
  }),
  'list-damaged': ({ name, said }) => ({ message: `“${name}” is damaged (${said}).`, action: 'Export the list again, then open it.' }),
  'list-quote-open': ({ row }) => ({
    message: `A quote opens in row ${formatCount(row)} and is never closed.`,
    action: 'Correct that row, then open the list again.',
  }),
  'list-row-over-size': ({ row, maxBytes }) => ({
    message: `Row ${formatCount(row)} is larger than ${megabytes(maxBytes)}. A quote in it may not be closed.`,
    action: 'Correct that row, then open the list again.',
  }),
  'list-gone': ({ name }) => ({ message: `“${name}” is not there.`, action: 'Check where the file is, then import it again.' }),
  'list-held': ({ name }) => ({ message: `Another program is using “${name}”.`, action: 'Close it there, then open it again.' }),
  'list-names-no-product': ({ headers }) => ({
    message: `No column says which product a row is about. The columns are: ${quoted(headers)}.`,
    action:
      'Choose the column with the product ID, SKU, GTIN, name or handle (--column sku=… in the command). If the list has no header row, add one first.',
  }),
  'list-all-refused': ({ refused, row, about }) => ({
    message: `${refused === 1 ? 'The only row was refused' : `All ${formatCount(refused)} rows were refused`}, so nothing was imported. Row ${formatCount(row)}: ${describeRowProblem(about)}`,
    action: 'Correct the list or choose other columns, then import it again.',
  }),
  'list-column-unknown': ({ named, headers }) => ({
    message: `The list has no column “${named}”. Its columns are: ${quoted(headers)}.`,
    action: 'Correct the name, or give the column’s number, such as #2.',
  }),
  'list-sheet-unknown': ({ named, sheets }) => ({
    message: `The file has no sheet “${named}”. Its sheets are: ${quoted(sheets)}.`,
    action: 'Choose one of them.',
  }),
  'list-header-row-empty': ({ row }) => ({
    message: `Row ${formatCount(row)} is not among the first rows, or is empty.`,
    action: 'Choose the row with the headers.',
  }),
  'list-unclear': ({ unclear }) => ({ message: describeUnclear(unclear), action: unclearAction(unclear) }),
  'list-reading-unreadable': ({ option, value, possible }) => ({
    message: `“${value}” is not possible for ${option}.`,
    action: `Possible are ${possible.join(', ')}.`,
  }),
  'list-column-unreadable': ({ option }) => ({
    message: `“${option}” doesn’t say what a column is.`,
    action: 'Write, for example, sku=Artikelnummer. Possible are productId, sku, gtin, name, handle, shows and showsAt.',
  }),
  'list-column-twice': ({ header }) => ({
    message: `The column “${header}” is chosen twice.`,
    action: 'Choose another column for one of them.',
  }),
  'list-being-imported': () => ({ message: 'Another list is being imported.', action: 'Wait until it has finished, then try again.' }),
  'lists-waiting': ({ names, open }) => ({
    message: `${formatCount(open)} lists were already open, so ${names.length === 1 ? 'this one was' : `these ${formatCount(names.length)} were`} not opened: ${quoted(names)}.`,
    action: 'Import the open lists or close them, then open the others again.',
  }),
  'list-closed': () => ({ message: 'This list is no longer open.', action: 'Open its file again.' }),
  'list-replaced': () => ({
    message: 'Another product list has replaced this one.',
    action: 'Look at the products again.',
  }),
  'import-stopped': () => ({
    message: 'The import was stopped. The earlier list is kept.',
    action: 'Import the list again.',
  }),
}
