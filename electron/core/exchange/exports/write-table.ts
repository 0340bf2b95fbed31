import type { Files } from '../../base/platform/files.ts'
import type { Ids } from '../../base/platform/ids.ts'
import { writeAtomically } from './files/write-atomically.ts'
import type { FilePiece } from './table-pieces.ts'

/**
 * Writes the pieces of a file whole, or leaves the earlier file; each is asked for when the one before is written. Returns what comes after the last.
 * Errors: those of writing, and of the pieces.
 */
export const writeTable = async <End>(
  ports: { readonly files: Files; readonly ids: Ids },
  path: string,
  pieces: AsyncGenerator<FilePiece, End>,
  onProgress: (done: number, total: number) => void,
): Promise<End> => {
  let end: { readonly value: End } | undefined
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const next = await pieces.next()
        if (next.done) {
          end = next
          return
        }
        yield next.value.bytes
        onProgress(next.value.done, next.value.total)
      }
    } finally {
      // Also where the disk is full.
      await pieces.return(undefined as never)
    }
  }
  await writeAtomically(ports, path, bytes())
  if (!end) throw new Error('A file was written without its end.')
  return end.value
}
