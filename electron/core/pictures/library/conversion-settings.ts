import { readFixesKey, toFixesKey } from '../../../../shared/checks/picture-fixes.ts'
import type { SendingSettings } from '../../../../shared/service/sending-shapes.ts'

/** For a window that shows a picture as it came. */
export const asItCame: SendingSettings = { quality: null, personal: 'keep', longestEdge: null, largestBytes: null, background: null }

/** For a person's own copies: of another format converted with the same quality, else as it came, with all of its metadata. */
export const forCopies = ({ quality }: SendingSettings): SendingSettings => ({ ...asItCame, quality })

/**
 * Counts the changes since the last release that give a converted or cleaned file other bytes (formats/decoding-process/, formats/metadata/).
 * Raise it by one in the first such change after a release: files that were made before, and their uploads, are then known to be outdated. It is
 * 1 until the first release.
 */
const converter = 1

/** Between the settings of a workspace and the fixes of a picture. */
const beforeFixes = '--'

/** Names the settings and the converter in a few characters, also in file names. */
export const toSettingsKey = ({ quality, personal, longestEdge, largestBytes, background, fixes }: SendingSettings): string => {
  const workspace = [
    converter,
    quality === null ? 'png' : `q${quality}`,
    ...(personal === 'keep' ? ['m'] : []),
    ...(longestEdge === null ? [] : [`e${longestEdge}`]),
    ...(largestBytes === null ? [] : [`b${largestBytes}`]),
    ...(background === null ? [] : [`c${background.slice(1)}`]),
  ].join('-')
  return fixes ? `${workspace}${beforeFixes}${toFixesKey(fixes)}` : workspace
}

/** The settings of a key, which may be an earlier converter's; `null`: no such key, as of an unchanged picture (`''`). */
export const readSettingsKey = (key: string): SendingSettings | null => {
  const [workspace = '', said] = key.split(beforeFixes, 2)
  const fixes = said === undefined ? null : readFixesKey(said)
  const match = /^\d{1,6}-(?:png|q(\d{1,3}))(-m)?(?:-e(\d{1,6}))?(?:-b(\d{1,12}))?(?:-c([0-9a-f]{6}))?$/.exec(workspace)
  if (!match || (said !== undefined && !fixes)) return null
  const number = (said: string | undefined): number | null => (said === undefined ? null : Number(said))
  return {
    quality: number(match[1]),
    personal: match[2] === undefined ? 'remove' : 'keep',
    longestEdge: number(match[3]),
    largestBytes: number(match[4]),
    background: match[5] === undefined ? null : `#${match[5]}`,
    ...(fixes ? { fixes } : {}),
  }
}
