import { toAppError } from '../../../shared/errors.ts'
import type { Core } from '../core.ts'
import { toSafeName } from './name-of-dropped-file.ts'

export type DropIntake = ReturnType<typeof createDropIntake>

/** As a page makes them; anything else counts as none. */
const isDropId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text)

/** Adds files that a person drops on a window. Refused ones become rows of the library; library failures are logged. Unfinished drops resume. */
export const createDropIntake = (
  { addFiles, receiveUpload, addUnfinished }: Pick<Core, 'addFiles' | 'receiveUpload' | 'addUnfinished'>,
  log: (event: Readonly<Record<string, unknown>>) => void,
) => {
  const logged = async (intake: Promise<unknown>): Promise<void> => {
    try {
      await intake
    } catch (error) {
      if (toAppError(error).code !== 'cancelled') log({ event: 'intake-failed', ...toAppError(error).toRecord() })
      throw error
    }
  }
  void logged(addUnfinished()).catch(() => {})
  return {
    /** Files and folders by absolute path; only the host knows them. Resolves when all are added or refused. */
    addPaths: (paths: readonly string[], recursive: boolean): Promise<void> => logged(addFiles(paths, recursive)),
    /** A file that comes as bytes, under the name that a page gives it; files of one drop have the same `drop`. */
    addBytes: (name: string, bytes: AsyncIterable<Uint8Array>, drop: string | null = null): Promise<void> =>
      logged(receiveUpload(bytes, toSafeName(name), drop !== null && isDropId(drop) ? drop : undefined)),
  }
}
