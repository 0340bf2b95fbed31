import { z } from 'zod'

/** The kinds of barcodes that are read. A UPC-A is the EAN-13 with a zero before it. */
export const codeFormat = z.enum(['ean-13', 'ean-8', 'upc-a', 'code-128', 'qr'])
export type CodeFormat = z.infer<typeof codeFormat>

/** Longer texts of barcodes name no product, and are left out. */
export const mostCodeCharacters = 500

/** A barcode in a picture. */
export const pictureCode = z.object({ format: codeFormat, text: z.string().max(mostCodeCharacters) })
export type PictureCode = z.infer<typeof pictureCode>

/** Kept of one picture; a shelf of products names none of them anyway. */
export const mostCodes = 20

/** How far the reading of barcodes is. */
export const codeProgress = z.object({
  /** Pictures that are not read yet. */
  left: z.number().int().nonnegative(),
  /** Pictures that were tried and could not be read: over their time or memory, or the file is gone. */
  unreadable: z.number().int().nonnegative(),
  /** No product list with GTINs or SKUs is imported: Packshot reads barcodes only if asked to. */
  needsList: z.boolean(),
})
export type CodeProgress = z.infer<typeof codeProgress>
