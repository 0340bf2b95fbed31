import { AppError } from '../../../../shared/base/errors.ts'
import type { Files } from '../../base/platform/files.ts'
import type { Ids } from '../../base/platform/ids.ts'
import type { ListReader } from './read-list.ts'
import type { RawRow } from './reading/raw-rows.ts'

type Ports = { readonly files: Files; readonly ids: Ids; readonly dataFolder: string; readonly readList: ListReader }

/** Characters of a table that a window sends, as base64. */
const mostSent = 60_000_000

/** All rows of a table in a file, as they are there. */
export const readTableFile = async ({ readList }: Pick<Ports, 'readList'>, path: string, name: string): Promise<RawRow[]> => {
  const raw: RawRow[] = []
  for await (const piece of readList({ path, name, columns: null, isRaw: true }, new AbortController().signal))
    if (piece.kind === 'raw') raw.push(...piece.rows)
  return raw
}

/** All rows of a table that a window sends, as they are in its file. Errors are those of product lists. */
export const readSentTable = async (ports: Ports, name: string, base64: string): Promise<RawRow[]> => {
  if (base64.length > mostSent)
    throw new AppError('file-too-large', { kind: 'list-over-size', name, maxBytes: Math.floor((mostSent * 3) / 4) })
  const folder = `${ports.dataFolder}/returned`
  const path = `${folder}/${ports.ids.hex(8)}`
  await ports.files.makeFolder(folder, 0o700)
  try {
    await ports.files.write(path, Buffer.from(base64, 'base64'), { mode: 0o600 })
    return await readTableFile(ports, path, name)
  } finally {
    await ports.files.remove(path).catch(() => {})
  }
}
