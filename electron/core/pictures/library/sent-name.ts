import { withoutPictureExtension } from '../../../../shared/pictures/accepted-pictures.ts'
import type { SentFormat } from '../../../../shared/pictures/picture-formats.ts'

const ends: Readonly<Record<SentFormat, string>> = { png: 'png', jpeg: 'jpg' }

/** The name that a converted picture has: `mug.tif` becomes `mug.jpg`. */
export const sentName = (name: string, format: SentFormat): string => `${withoutPictureExtension(name)}.${ends[format]}`
