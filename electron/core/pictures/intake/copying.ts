import { join } from 'node:path'
import { toAppError } from '../../../../shared/base/errors.ts'
import type { Files } from '../../base/platform/files.ts'
import { createDraftCopies } from './copy-drafts.ts'
import type { CopiedFile } from './copy-file.ts'
import type { Move } from './copy-tasks.ts'
import { type CopyThread, CopyThreadEnded } from './start-copy-thread.ts'

/** From so many files on, a thread copies them: it takes longer to start than copying a few. */
const threadFrom = 32
/** Files in its hands at the same time: here they share the pool of threads; in a thread they share messages, and fill the time that answers take. */
const [atOnceHere, atOnceInThread] = [8, 256]

/** Copies files into drafts, flushes these, and moves them to their places. */
export type Copying = {
  /** Throws the system's error, or an `AppError` about the file; then no draft is left. */
  readonly copy: (path: string, name: string, draftId: string) => Promise<CopiedFile>
  /** Throws the system's error. */
  readonly flush: (draft: string) => Promise<void>
  /** Resolves to the error of each; `null`: it is in its place. */
  readonly move: (moves: readonly Move[]) => Promise<readonly unknown[]>
}

export type CopyPorts = {
  readonly dataFolder: string
  readonly files: Files
  /** Absent: all is done in this thread, with `files`. */
  readonly startCopyThread?: (() => CopyThread) | undefined
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

/** In this thread, which is enough for a few files. */
export const createCopyingHere = ({
  dataFolder,
  files,
}: Pick<CopyPorts, 'dataFolder' | 'files'>): Copying & { readonly free: () => void } => {
  const { copy, ...rest } = createDraftCopies(dataFolder, files)
  return { ...rest, copy: (path, name, draftId) => copy(path, { name, id: draftId }) }
}

/** For drops: many files are copied in a thread that is there as long as they come. If it ends by itself, the others are copied here. */
export const createCopying = (ports: CopyPorts) => {
  const { dataFolder, files } = ports
  const here = createCopyingHere(ports)
  let drops = 0
  let begun = 0
  let thread: CopyThread | 'lost' | undefined

  const running = (): CopyThread | undefined => (thread === 'lost' ? undefined : thread)
  const findThread = (): CopyThread | undefined => {
    if (ports.startCopyThread && begun > threadFrom) thread ??= ports.startCopyThread()
    return running()
  }
  /** What the thread was asked for is done here instead. */
  const lose = (error: unknown): void => {
    if (!(error instanceof CopyThreadEnded)) throw error
    if (thread !== 'lost') ports.log({ event: 'copy-thread-ended', reason: toAppError(error.cause ?? error).message })
    thread = 'lost'
  }
  const isThere = ({ place }: Move): Promise<boolean> =>
    files.facts(join(dataFolder, place)).then(
      () => true,
      () => false,
    )
  /** Some may be in their places already. */
  const moveLeft = async (moves: readonly Move[]): Promise<readonly unknown[]> => {
    const errors = await here.move(moves)
    return Promise.all(
      moves.map(async (move, index) => {
        const error = errors[index] ?? null
        return (error as NodeJS.ErrnoException | null)?.code === 'ENOENT' && (await isThere(move)) ? null : error
      }),
    )
  }

  return {
    here,
    copy: async (path: string, name: string, draftId: string): Promise<CopiedFile> => {
      begun++
      try {
        const found = findThread()
        if (found) return await found.copy(path, { name, id: draftId })
      } catch (error) {
        lose(error)
      }
      return here.copy(path, name, draftId)
    },
    flush: async (draft: string): Promise<void> => {
      try {
        const there = running()
        if (there) return await there.flush(draft)
      } catch (error) {
        lose(error)
      }
      return here.flush(draft)
    },
    move: async (moves: readonly Move[]): Promise<readonly unknown[]> => {
      if (moves.length === 0) return []
      try {
        const there = running()
        if (there) return await there.move(moves)
      } catch (error) {
        lose(error)
      }
      return moveLeft(moves)
    },
    /** How many files it takes at the same time. */
    atOnce: (): number => (running() ? atOnceInThread : atOnceHere),
    /** A drop begins; what is returned ends it. */
    begin: (): (() => void) => {
      drops++
      return () => {
        if (--drops > 0) return
        running()?.stop()
        thread = undefined
        begun = 0
        here.free()
      }
    },
  }
}
