import { systemSyncFiles as files } from '../../base/platform/system-sync-files.ts'

/** What was written of a file before the disk was full. */
export const removeDraft = (path: string): void => {
  try {
    files.remove(path)
  } catch {
    // The caller removes it, too.
  }
}
