import { toAppError } from '../../../shared/base/errors.ts'
import type { Core } from '../core.ts'
import { toSafeName } from './name-of-dropped-file.ts'

export type DropIntake = ReturnType<typeof createDropIntake>

/** As a page makes them; anything else counts as none. */
const toDropId = (text: string | null): string | undefined => (text !== null && /^[0-9a-f]{32}$/.test(text) ? text : undefined)

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
    addPaths: (paths: readonly string[], recursive: boolean, drop: string | null = null): Promise<void> =>
      logged(addFiles(paths, recursive, toDropId(drop))),
    /** A file that comes as bytes, under the name that a page gives it; files of one drop have the same `drop`. */
    addBytes: (name: string, bytes: AsyncIterable<Uint8Array>, drop: string | null = null): Promise<void> =>
      logged(receiveUpload(bytes, toSafeName(name), toDropId(drop))),
  }
}
