import type { AppError } from '../../../../shared/base/errors.ts'
import type { Journal } from '../../base/database/journal.ts'
import { readSetting, saveSetting } from '../../base/database/setting-rows.ts'

/** Starts in which the image process has to fail at a picture before that counts as the picture's own fault. */
export const mostStarts = 3
/** Pictures counted at a time. Where it fails at more, they are not the reason. */
const mostCounted = 500

/** The image process died, was killed, or was over its limits: the computer or somebody else may be the reason. */
export const isOfProcess = ({ code, failure }: AppError): boolean =>
  code === 'image-process-failed' && failure.kind !== 'image-process-unstarted'

const parse = (value: unknown): Map<string, number> =>
  new Map(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    ),
  )

export type ProcessFailures = ReturnType<typeof createProcessFailures>

/** Durable counts of pictures at which the image process failed, for one kind of work. Each start tries such a picture once. */
export const createProcessFailures = (
  journal: Pick<Journal, 'get' | 'run' | 'write'>,
  work: 'codes' | 'pixels' | 'print' | 'likeness' | 'compare',
) => {
  const key = `imageProcessFailures.${work}`
  const save = (counts: ReadonlyMap<string, number>): void => saveSetting(journal, key, Object.fromEntries(counts))
  return {
    /** Counts this start's failure. `true`: it failed in so many that the picture is the reason. */
    count: (picture: string): boolean => {
      const counts = parse(readSetting(journal, key))
      const failures = (counts.get(picture) ?? 0) + 1
      if (failures >= mostStarts) return true
      if (!counts.has(picture) && counts.size >= mostCounted) return false
      counts.set(picture, failures)
      journal.write(() => save(counts))
      return false
    },
    /** Its result is kept. Call it within that transaction. */
    forget: (picture: string): void => {
      const counts = parse(readSetting(journal, key))
      if (counts.delete(picture)) save(counts)
    },
  }
}
