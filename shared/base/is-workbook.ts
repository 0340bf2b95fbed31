/** True for the beginning of a ZIP archive, which an XLSX is (APPNOTE 6.3.10, section 4.3.7: its first header). */
export const isWorkbook = ([first, second, third, fourth]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third === 0x03 && fourth === 0x04
