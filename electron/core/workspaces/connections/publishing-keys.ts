import type { Publishing, PublishingWithKeys } from '../../../../shared/workspaces/publishing-settings.ts'
import { bucketKeysName } from '../../service/session/secret-names.ts'

/** A connection file's publishing choice without the bucket's keys, and the keys as a secret by its name. */
export const splitKeys = (
  publishing: PublishingWithKeys,
  connectionId: string,
): { readonly publishing: Publishing; readonly secrets: Readonly<Record<string, string>> } => {
  if (publishing.kind !== 's3') return { publishing, secrets: {} }
  const { keys, ...bucket } = publishing
  return { publishing: bucket, secrets: keys === undefined ? {} : { [bucketKeysName(connectionId)]: JSON.stringify(keys) } }
}
