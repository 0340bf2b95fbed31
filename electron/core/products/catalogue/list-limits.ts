/** What a product list may be at most. A larger one is refused by number; nothing of it comes in. */
export const listLimits = {
  /** Bytes of the file. */
  fileBytes: 200 * 1024 * 1024,
  /** Bytes of one part of a workbook when it is unpacked, counted while it is, whatever the file says of itself. */
  partBytes: 400 * 1024 * 1024,
  /** Parts of a workbook. */
  parts: 5_000,
  rows: 200_000,
  columns: 500,
  /** Characters; a spreadsheet's own limit of a cell. */
  cell: 32_767,
  /** Bytes of a row in a text file: beyond it, most likely a quote is not closed. */
  rowBytes: 1024 * 1024,
  /** Characters of a pasted list. */
  pasted: 5_000_000,
  /** Refused rows that are listed by number and reason, and notes of others; more are counted. */
  said: 10_000,
  /** Memory of the thread that reads it, in MB. */
  threadMb: 700,
} as const

/** What a row may be at most. */
export type RowLimits = { readonly columns: number; readonly rowBytes: number }

/**
 * Of a table that Packshot exported: whatever it writes, it can read. Two columns more than a person can choose, and 500 answers of 100,000
 * characters are as large as a whole file.
 */
export const tableLimits: RowLimits = { columns: listLimits.columns + 2, rowBytes: listLimits.fileBytes }
