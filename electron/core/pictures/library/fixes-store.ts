import { readFixesKey, toFixesKey } from '../../../../shared/checks/picture-fixes.ts'
import type { PictureFixes } from '../../../../shared/checks/picture-fixes-shapes.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { StoredImage } from './picture-store.ts'

/** Names the fixes of a picture's version that counts; `''`: none. */
export const fixesKeyOf = ({ fixes }: Pick<StoredImage, 'fixes'>): string => toFixesKey(fixes)

export type FixesStore = ReturnType<typeof createFixesStore>

/** Changes that persons chose for the sent files of originals, by content. Call its changes inside `journal.write`. */
export const createFixesStore = (journal: Journal) => ({
  /** Of an original, by its SHA-256; `null`: none. */
  of: (sha256: string): PictureFixes | null => {
    const row = journal.get('SELECT fixes FROM picture_fixes WHERE original = ?', sha256)
    return row ? readFixesKey(String(row.fixes)) : null
  },
  /** By SHA-256; `''`: it is sent without. */
  set: (keys: ReadonlyMap<string, string>): void => {
    const wanted = JSON.stringify([...keys])
    journal.run("DELETE FROM picture_fixes WHERE original IN (SELECT value ->> 0 FROM json_each(?) WHERE value ->> 1 = '')", wanted)
    journal.run(
      "INSERT OR REPLACE INTO picture_fixes (original, fixes) SELECT value ->> 0, value ->> 1 FROM json_each(?) WHERE value ->> 1 <> ''",
      wanted,
    )
  },
  /** How many pictures of the library have fixes. */
  count: (): number => Number(journal.get('SELECT count(*) AS n FROM picture_fixes')?.n ?? 0),
})
