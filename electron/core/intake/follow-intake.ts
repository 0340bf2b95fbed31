import { createIntake, type IntakePorts, type IntakeRequest, type IntakeSummary } from './intake.ts'
import { createIntakeProgress } from './intake-progress.ts'

/** The result of adding files. */
export type IntakeCounts = { readonly added: number; readonly known: number; readonly refused: number }

const toCounts = ({ added, known, refused }: IntakeSummary): IntakeCounts => ({
  added: added.length,
  known: known.length,
  refused: refused.length,
})

type Ports = IntakePorts & {
  /** Something was added, refused, or is in progress. */
  readonly onChange: () => void
  /** There may be new work. */
  readonly wake: () => void
}

/** The intake for the rest of the core: reports its progress, and starts uploads with the first batch. */
export const createFollowedIntake = ({ onChange, wake, ...ports }: Ports) => {
  let isStopped = false
  const intake = createIntake({ ...ports, isStopped: () => isStopped })
  const progress = createIntakeProgress(onChange, ports)
  const wakeAfter = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } finally {
      wake()
    }
  }
  const addPictures = (request: IntakeRequest): Promise<IntakeSummary> =>
    wakeAfter(
      progress.follow(request, (onProgress) =>
        // Uploads begin with the first batch, not after the last.
        intake.addPictures(request, (summary) => {
          wake()
          onProgress(summary)
        }),
      ),
    )
  return {
    progress: progress.get,
    alreadyThere: progress.alreadyThere,
    /** How many files are still to be looked at, as far as they are counted. */
    left: (): number => {
      const underWay = progress.get()
      return underWay ? Math.max(1, underWay.found - underWay.done) : 0
    },
    addPictures,
    addFiles: async (paths: readonly string[], recursive: boolean): Promise<IntakeCounts> =>
      toCounts(await addPictures({ paths, urls: [], recursive, upload: true })),
    /** Aborts the running intakes. */
    stop: (): void => {
      isStopped = true
    },
    receiveUpload: async (bytes: AsyncIterable<Uint8Array>, name: string): Promise<IntakeCounts> => {
      const request = { paths: [], urls: [name], recursive: false, upload: true }
      const follow = progress.follow(request, async (onProgress) => {
        const summary = await intake.addBytes(bytes, name, request)
        onProgress(summary)
        return summary
      })
      return toCounts(await wakeAfter(follow))
    },
  }
}

export type FollowedIntake = ReturnType<typeof createFollowedIntake>
