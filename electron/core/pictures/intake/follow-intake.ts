import type { PictureChecks } from './check-pictures.ts'
import { createIntake, type IntakePorts, type IntakeRequest, type IntakeSummary, type RowProgress } from './intake.ts'
import { createIntakeProgress } from './intake-progress.ts'
import { settleSummary } from './settle-summary.ts'

/** The result of adding files. */
export type IntakeCounts = { readonly added: number; readonly known: number; readonly refused: number }

const toCounts = ({ added, known, refused }: IntakeSummary): IntakeCounts => ({
  added: added.length,
  known: known.length,
  refused: refused.length,
})

type Note = (imageIds: readonly string[]) => void

const idsOf = ({ added, known }: IntakeSummary): string[] => [...added, ...known].map(({ id }) => id)

type Ports = IntakePorts & {
  readonly checks: PictureChecks
  /** The workspace that is used now; `null`: none. */
  readonly owner: () => string | null
  /** Something was added, refused, or is in progress. */
  readonly onChange: () => void
  /** There may be new work. */
  readonly wake: () => void
}

/**
 * The intake for the rest of the core: reports its progress, and starts the checks with the first batch. What is added belongs to the workspace that was
 * used when the call came, wherever the person switches meanwhile, unless the request names one.
 */
export const createFollowedIntake = ({ onChange, wake, checks, owner, ...ports }: Ports) => {
  let isStopped = false
  const intake = createIntake({ ...ports, isStopped: () => isStopped })
  const progress = createIntakeProgress(onChange, ports)
  /** Checks begin with the first batch, not after the last. */
  const addFollowed = async (request: IntakeRequest, add: (rowProgress: RowProgress) => Promise<IntakeSummary>): Promise<IntakeSummary> => {
    try {
      return await progress.follow(request, ({ onRows, onBatch }) =>
        add({
          onRows,
          onBatch: (summary, added) => {
            checks.begin(added)
            onBatch(summary)
          },
        }),
      )
    } finally {
      checks.begin()
      wake()
    }
  }
  const owned = (request: IntakeRequest): IntakeRequest => ({
    ...request,
    connectionId: request.connectionId === undefined ? owner() : request.connectionId,
  })
  /** Resolves when all are refused or have their rows; they are not checked yet. */
  const addRows = (asked: IntakeRequest): Promise<IntakeSummary> => {
    const request = owned(asked)
    checks.prepare()
    return addFollowed(request, (rowProgress) => intake.addPictures(request, rowProgress))
  }
  const settle = (summary: IntakeSummary): Promise<IntakeSummary> => settleSummary(summary, { ...ports, checks })
  return {
    progress: progress.get,
    alreadyThere: progress.alreadyThere,
    checking: checks.count,
    /** How many files are still to be looked at, as far as they are counted, and pictures to be checked. Each file is one of both. */
    left: (): number => {
      const underWay = progress.get()
      return underWay ? Math.max(1, underWay.found - underWay.done + checks.count()) : checks.count()
    },
    /** Resolves when all are checked or refused. */
    addPictures: async (request: IntakeRequest): Promise<IntakeSummary> => settle(await addRows(request)),
    addRows,
    settle,
    /** `note` is told the pictures, those that were already there among them. */
    addFiles: async (
      paths: readonly string[],
      recursive: boolean,
      { drop, connectionId }: Pick<IntakeRequest, 'drop' | 'connectionId'>,
      note: Note = () => {},
    ): Promise<IntakeCounts> => {
      const summary = await addRows({ paths, urls: [], recursive, upload: true, ...(drop === undefined ? {} : { drop }), connectionId })
      note(idsOf(summary))
      return toCounts(summary)
    },
    /** Aborts the running intakes and checks. */
    stop: (): void => {
      isStopped = true
      checks.stop()
    },
    receiveUpload: async (
      bytes: AsyncIterable<Uint8Array>,
      name: string,
      { drop, connectionId }: Pick<IntakeRequest, 'drop' | 'connectionId'>,
      note: Note = () => {},
    ): Promise<IntakeCounts> => {
      const named = { paths: [], urls: [name], recursive: false, upload: true, connectionId }
      const request = owned({ ...named, ...(drop === undefined ? {} : { drop }) })
      const summary = await addFollowed(request, (progress) => intake.addBytes(bytes, name, request, progress))
      note(idsOf(summary))
      return toCounts(summary)
    },
  }
}

export type FollowedIntake = ReturnType<typeof createFollowedIntake>
