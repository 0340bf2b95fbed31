import { getsNewPixels, type SentPicture, sendingChanges } from '../../../../shared/service/sending.ts'
import type { SendingSettings } from '../../../../shared/service/sending-shapes.ts'
import { readSettingsKey, toSettingsKey } from './conversion-settings.ts'

/** What two files are compared by: all of their bytes, or the pixels alone. */
type ComparedBy = 'bytes' | 'pixels'

/** Names the file that a picture is sent as. Settings that change nothing of this picture are left out; `''`: the original itself. */
export const nameFile = (picture: SentPicture, settings: SendingSettings, by: ComparedBy = 'bytes'): string => {
  const changes = sendingChanges(picture, settings)
  const losesPersonal = by === 'bytes' && changes.includes('personal')
  if (!getsNewPixels(changes)) return losesPersonal ? 'less-metadata' : ''
  const { fixes } = settings
  const isMadeToFit = settings.largestBytes !== null || fixes?.largestBytes !== undefined
  // A PNG keeps its pixels as they are, unless it has to fit or becomes a JPEG.
  const isLossless = picture.format === 'png' && !isMadeToFit && settings.background === null && fixes?.convert !== 'jpeg'
  return toSettingsKey({
    quality: isLossless ? null : settings.quality,
    personal: losesPersonal ? 'remove' : 'keep',
    // Ground that is added may be longer than the picture.
    longestEdge: changes.includes('edge') || fixes?.pad ? settings.longestEdge : null,
    largestBytes: settings.largestBytes,
    background: changes.includes('background') || fixes?.pad?.color === null ? settings.background : null,
    ...(fixes ? { fixes } : {}),
  })
}

/** The same of the settings that a source was made with (`sources.settings`). */
export const nameSentFile = (picture: SentPicture, settingsKey: string, by: ComparedBy = 'bytes'): string => {
  if (settingsKey === '') return ''
  const settings = readSettingsKey(settingsKey)
  return settings ? nameFile(picture, settings, by) : settingsKey
}
