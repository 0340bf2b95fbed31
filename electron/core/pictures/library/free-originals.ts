import { join } from 'node:path'
import type { Journal } from '../../base/database/journal.ts'
import type { Files } from '../../base/platform/files.ts'
import { listUnneeded } from './picture-work.ts'

type Ports = {
  readonly journal: Journal
  readonly files: Files
  readonly dataFolder: string
  readonly connectionId: () => string | null
  /** Of all workspaces, removed ones included. */
  readonly connectionIds: () => readonly string[]
}

const pieceSize = 200

/**
 * Deletes our copies of originals that the connected workspace has, and what they were converted to: of pictures that it has as they are now and
 * that have no open work in any workspace; not a copy that may be the last one. Facts about them stay; asking or attaching elsewhere later needs the file again.
 */
export const freeOriginals = async (ports: Ports): Promise<{ freedBytes: number; pictures: number }> => {
  const { journal, files, dataFolder, connectionId, connectionIds } = ports
  /** The pictures without open work at this moment. */
  const list = (after: number, limit: number) => listUnneeded(journal, connectionId() ?? '', connectionIds(), after, limit)
  let freedBytes = 0
  let pictures = 0
  let after = 0
  for (;;) {
    const rows = list(after, pieceSize)
    for (const row of rows) {
      let freed = 0
      for (const staged of JSON.parse(String(row.uploaded)) as string[]) {
        const path = join(dataFolder, staged)
        const facts = await files.facts(path).catch(() => undefined)
        if (!facts) continue
        // Checked again in the turn that removes it, as it may be needed by now.
        if (list(Number(row.seq) - 1, 1)[0]?.seq !== row.seq) continue
        files.sync.remove(path)
        freedBytes += facts.size
        freed++
      }
      if (freed > 0) pictures++
    }
    const last = rows.at(-1)
    if (!last || rows.length < pieceSize) return { freedBytes, pictures }
    after = Number(last.seq)
  }
}
