import { z } from 'zod'

/** The accepted kinds; any other file is refused, naming its real kind. */
export const imageFormat = z.enum(['png', 'jpeg', 'webp', 'avif', 'tiff', 'gif', 'heic', 'bmp', 'psd', 'jxl', 'jp2', 'raw'])
export type ImageFormat = z.infer<typeof imageFormat>

/** What a workspace gets. A picture of another format is converted to one of these. */
export const sentFormat = z.enum(['png', 'jpeg'])
export type SentFormat = z.infer<typeof sentFormat>
