import { defaultJpegQuality } from '../../../shared/accepted-pictures.ts'
import type { Connection } from '../../../shared/connection.ts'

/**
 * What a picture is converted with. `quality`: of a JPEG, 1 to 100; `null`: a PNG with the picture's own pixels, for a window that shows a
 * picture as it came.
 */
export type ConversionSettings = { readonly quality: number | null }

export const asItCame: ConversionSettings = { quality: null }

/** As a workspace wants it; `null`: of no workspace yet. */
export const conversionFor = (connection: Pick<Connection, 'jpegQuality'> | null): ConversionSettings => ({
  quality: connection?.jpegQuality ?? defaultJpegQuality,
})

/** Counts the changes of image-process/convert-image.ts that give other bytes. */
const converter = 1

/** Names the settings and the converter in a few characters, also in file names. */
export const toSettingsKey = ({ quality }: ConversionSettings): string => `${converter}-${quality === null ? 'png' : `q${quality}`}`

/** The settings of a key, which may be an earlier converter's; `null`: it is none, as of a picture that is sent as it is. */
export const readSettingsKey = (key: string): ConversionSettings | null => {
  const match = /^\d{1,6}-(?:png|q(\d{1,3}))$/.exec(key)
  return match && { quality: match[1] === undefined ? null : Number(match[1]) }
}
