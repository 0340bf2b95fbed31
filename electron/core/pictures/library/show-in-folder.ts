import { basename, dirname, isAbsolute } from 'node:path'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Files } from '../../base/platform/files.ts'

type Ports = {
  readonly files: Pick<Files, 'facts'>
  /** Opens the system's file manager with this file or folder selected. Absent: this host has none. */
  readonly showInFolder?: ((path: string) => void) | undefined
}

/** Shows a file where a person keeps it; where it is gone, its folder. Errors: `file-missing`. */
export const showInFolder = async (path: string, ports: Ports): Promise<void> => {
  for (const one of isAbsolute(path) ? [path, dirname(path)] : []) {
    const isThere = await ports.files.facts(one).then(
      () => true,
      () => false,
    )
    if (isThere) return ports.showInFolder?.(one)
  }
  throw new AppError('file-missing', { kind: 'file-gone', name: basename(path) })
}
