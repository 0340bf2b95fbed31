import { toAppError } from '../../../shared/errors.ts'
import type { Core } from '../create-core.ts'
import { toSafeName } from './safe-name.ts'

export type DropIntake = ReturnType<typeof createDropIntake>

/** What a person hands to a window, taken in by its host. What is refused is a row of the library; a failure of the library is logged. */
export const createDropIntake = (
  { takeInFiles, takeInUpload }: Pick<Core, 'takeInFiles' | 'takeInUpload'>,
  log: (event: Readonly<Record<string, unknown>>) => void,
) => {
  const logged = async (intake: Promise<unknown>): Promise<void> => {
    try {
      await intake
    } catch (error) {
      log({ event: 'intake-failed', ...toAppError(error).toRecord() })
      throw error
    }
  }
  return {
    /** Files and folders by absolute path; only the host knows them. Resolves when all are taken in or refused. */
    takeInPaths: (paths: readonly string[], recursive: boolean): Promise<void> => logged(takeInFiles(paths, recursive)),
    /** A file that comes as bytes, under the name that a page gives it. */
    takeInBytes: (name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> => logged(takeInUpload(bytes, toSafeName(name))),
  }
}
