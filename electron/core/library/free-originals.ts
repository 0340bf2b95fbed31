import { join } from 'node:path'
import type { Journal } from '../database/journal.ts'
import type { Files } from '../platform/files.ts'

type Ports = {
  readonly journal: Journal
  readonly files: Files
  readonly dataFolder: string
  readonly connectionId: () => string | null
}

const pieceSize = 200

const unneeded = `SELECT images.seq, images.staged FROM picture_work AS work JOIN images ON images.seq = work.seq
       WHERE work.connection_id = ?1 AND work.uploaded = 1 AND work.seq > ?2
         AND NOT EXISTS (
           SELECT 1 FROM connections LEFT JOIN picture_work AS other ON other.connection_id = connections.id AND other.seq = work.seq
           WHERE other.parked + other.pending > 0
         )
         AND NOT EXISTS (SELECT 1 FROM picture_work AS other WHERE other.connection_id = '' AND other.seq = work.seq AND other.parked + other.pending > 0)
       ORDER BY work.seq LIMIT ?3`

/**
 * Deletes our copies of pictures that the connected workspace has and that have no open work in any workspace. Facts
 * about them stay; asking or attaching elsewhere later needs the file again.
 */
export const freeOriginals = async ({
  journal,
  files,
  dataFolder,
  connectionId,
}: Ports): Promise<{ freedBytes: number; pictures: number }> => {
  /** The pictures without open work at this moment. */
  const listUnneeded = (after: number, limit: number) => journal.all(unneeded, connectionId() ?? '', after, limit)
  let freedBytes = 0
  let pictures = 0
  let after = 0
  for (;;) {
    const rows = listUnneeded(after, pieceSize)
    for (const row of rows) {
      const path = join(dataFolder, String(row.staged))
      const facts = await files.facts(path).catch(() => undefined)
      if (!facts) continue
      // Checked again in the turn that removes it, as it may be needed by now.
      if (listUnneeded(Number(row.seq) - 1, 1)[0]?.seq !== row.seq) continue
      files.sync.remove(path)
      freedBytes += facts.size
      pictures++
    }
    const last = rows.at(-1)
    if (!last || rows.length < pieceSize) return { freedBytes, pictures }
    after = Number(last.seq)
  }
}
