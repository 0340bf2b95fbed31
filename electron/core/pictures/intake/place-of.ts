import type { Image } from '../../../../shared/pictures/pictures.ts'

/** The path or address that a picture came from. */
export const placeOf = ({ origin }: Pick<Image, 'origin'>): string => (origin.kind === 'file' ? origin.path : origin.url)
