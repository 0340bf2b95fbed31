/** Whether a file is opened as a product list, by its name; what it is, its bytes say. Old and other spreadsheets are opened to say what to do. */
export const isListFileName = (name: string): boolean => /\.(?:csv|tsv|tab|xlsx|xlsm|xls|xlsb|ods)$/i.test(name)

/** Whether a pasted text is cells of a spreadsheet: at least two rows, and a tab in the first of them. */
export const isTable = (text: string): boolean => {
  const end = text.indexOf('\n')
  return end > 0 && text.slice(0, end).includes('\t') && text.slice(end + 1).trim() !== ''
}
