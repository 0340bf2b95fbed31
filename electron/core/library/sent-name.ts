import type { SentFormat } from '../../../shared/images.ts'

const ends: Readonly<Record<SentFormat, string>> = { png: 'png', jpeg: 'jpg' }

/** Ends of names that say a converted picture's format; another end is a part of the name. */
const convertedEnd = /\.(?:webp|avif|tiff?|gif|hei[cf]|hif|png|jpe?g)$/i

/** The name that a converted picture has: `mug.tif` becomes `mug.jpg`. */
export const sentName = (name: string, format: SentFormat): string => `${name.replace(convertedEnd, '')}.${ends[format]}`
