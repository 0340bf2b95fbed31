import { defaultJpegQuality, isSentFormat } from '../pictures/accepted-pictures.ts'
import type { Image } from '../pictures/pictures.ts'
import type { WorkspaceSettings } from '../workspaces/workspace-settings.ts'
import type { SendingChange, SendingPlan, SendingSettings } from './sending-shapes.ts'

// Without schemas: the window and its host decide with it before these are loaded.

/** More pictures with a location than these are not counted: the window asks while pictures are added. */
export const mostLocationsCounted = 10_000

/** The workspace's settings that apply to uploads. */
export type SendingWishes = Pick<WorkspaceSettings, 'jpegQuality' | 'removePersonal' | 'longestEdge' | 'largestFile' | 'background'>

/**
 * Upload settings of a workspace for a picture, or the defaults if there is no workspace yet. `picture`: its fixes are part of them; `null`: of any
 * picture without fixes.
 */
export const sendingFor = (workspace: SendingWishes | null, picture: Pick<Image, 'fixes'> | null): SendingSettings => ({
  quality: workspace?.jpegQuality ?? defaultJpegQuality,
  personal: workspace?.removePersonal === false ? 'keep' : 'remove',
  longestEdge: workspace?.longestEdge ?? null,
  largestBytes: workspace?.largestFile ? workspace.largestFile * 1000 : null,
  background: workspace?.background?.toLowerCase() ?? null,
  ...(picture?.fixes ? { fixes: picture.fixes } : {}),
})

/** The facts of a picture that decide. */
export type SentPicture = Pick<Image, 'format' | 'width' | 'height' | 'bytes' | 'hasAlpha' | 'reading'>

/** Changes to a picture before it is sent; empty: it is sent byte for byte. */
export const sendingChanges = (picture: SentPicture, settings: SendingSettings): SendingChange[] => {
  const { longestEdge, largestBytes, background, personal, fixes } = settings
  const changes: Readonly<Record<SendingChange, boolean>> = {
    format: !isSentFormat(picture.format),
    edge: longestEdge !== null && Math.max(picture.width, picture.height) > longestEdge,
    // Of one that is converted, the size is not known before.
    bytes: largestBytes !== null && picture.bytes > largestBytes && isSentFormat(picture.format),
    background: background !== null && picture.hasAlpha,
    fixes: fixes !== undefined,
    personal: personal === 'remove' && picture.reading?.personal !== undefined,
  }
  return (Object.keys(changes) as SendingChange[]).filter((change) => changes[change])
}

/** Whether a picture gets other pixels, and not only less metadata. */
export const getsNewPixels = (changes: readonly SendingChange[]): boolean => changes.some((change) => change !== 'personal')

/** Counts these pictures by their changes, their fixes among them. */
export const planFor = (pictures: readonly (SentPicture & Pick<Image, 'fixes'>)[], settings: SendingSettings): SendingPlan => {
  const plan = { pictures: pictures.length, converted: 0, location: 0, personal: 0, asTheyAre: 0 }
  for (const picture of pictures) {
    const changes = sendingChanges(picture, picture.fixes ? { ...settings, fixes: picture.fixes } : settings)
    if (getsNewPixels(changes)) plan.converted++
    if (changes.length === 0) plan.asTheyAre++
    if (!changes.includes('personal')) continue
    plan.personal++
    if (picture.reading?.personal?.includes('location')) plan.location++
  }
  return plan
}
