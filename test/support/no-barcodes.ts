/** For image processes that tests make up: no picture has a barcode. */
export const noBarcodes = { readCodes: async () => [], endReading: async () => {} }
