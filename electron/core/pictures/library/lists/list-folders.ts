import type { FolderRow } from '../../../../../shared/pictures/library.ts'
import { foldName } from '../../../base/database/fold-name.ts'
import type { Journal } from '../../../base/database/journal.ts'

/** The folders that pictures of the library came from, the one added to last first. `text`: part of the path. */
export const listFolders = (journal: Journal, { text, limit }: { readonly text: string; readonly limit: number }): FolderRow[] => {
  const wanted = foldName(text.trim())
  const row = journal.get(
    `SELECT json_group_array(json_array(folder, pictures)) AS folders FROM (
       SELECT folder, count(*) AS pictures FROM images INDEXED BY images_by_folder WHERE removed_at IS NULL AND folder IS NOT NULL
       GROUP BY folder ORDER BY max(seq) DESC
     )`,
  )
  const found: FolderRow[] = []
  for (const [folder, pictures] of JSON.parse(String(row?.folders)) as [string, number][]) {
    if (wanted !== '' && !foldName(folder).includes(wanted)) continue
    found.push({ folder, pictures })
    if (found.length === limit) break
  }
  return found
}
