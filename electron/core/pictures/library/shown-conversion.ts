import { sendingFor } from '../../../../shared/service/sending.ts'
import type { SendingSettings } from '../../../../shared/service/sending-shapes.ts'
import type { ConnectionStore } from '../../workspaces/connections/connection-store.ts'
import { asItCame, readSettingsKey } from './conversion-settings.ts'
import type { ImageStore } from './picture-store.ts'
import type { SourceStore } from './source-store.ts'

export type ShownConversion = ReturnType<typeof createShownConversion>

/** With which settings a window shows what is sent of a picture: as the active workspace has it, or else as it would get it now. */
export const createShownConversion =
  ({
    connections,
    sources,
    images,
  }: {
    readonly connections: Pick<ConnectionStore, 'active'>
    readonly sources: Pick<SourceStore, 'settingsOf'>
    readonly images: Pick<ImageStore, 'get'>
  }) =>
  (imageId: string): { readonly settings: SendingSettings; readonly isUploaded: boolean } => {
    const connection = connections.active()
    const uploaded = connection ? sources.settingsOf(connection.id, imageId) : undefined
    return {
      // Uploaded without changes: later settings don't apply to it.
      settings:
        uploaded === ''
          ? asItCame
          : ((uploaded === undefined ? null : readSettingsKey(uploaded)) ?? sendingFor(connection, images.get(imageId) ?? null)),
      isUploaded: uploaded !== undefined,
    }
  }
