/** Amazon, Google, SAP and Excel (“Unicode text”) call their tables `.txt`, as everybody calls notes. */
const listWords =
  /product|produkt|artikel|article|item|sku|inventory|catalog|katalog|listing|export|flat.?file|feed|template|bestand|stock|assortment|sortiment/i

/**
 * Whether a file is opened as a product list, by its name; what it is, its bytes say. Old and other spreadsheets are opened to say what to do;
 * of text files only those that are called like a list.
 */
export const isListFileName = (path: string): boolean =>
  /\.(?:csv|tsv|tab|xlsx|xlsm|xls|xlsb|ods)$/i.test(path) || (/\.txt$/i.test(path) && listWords.test(path.split(/[\\/]/).at(-1) ?? ''))

/** Whether a pasted text is cells of a spreadsheet: at least two rows, and a tab in the first of them. */
export const isTable = (text: string): boolean => {
  const end = text.indexOf('\n')
  return end > 0 && text.slice(0, end).includes('\t') && text.slice(end + 1).trim() !== ''
}
