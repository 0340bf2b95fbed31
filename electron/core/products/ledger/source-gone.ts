import { errorFrom } from '../../../../shared/base/errors.ts'
import type { ParkChoice } from '../../../../shared/queue/job-states.ts'
import type { Job } from '../../../../shared/queue/jobs.ts'
import type { Journal } from '../../base/database/journal.ts'
import { leaveOutOfAttach } from '../../pictures/library/attach-pictures.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import type { SourceStore } from '../../pictures/library/source-store.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { AttemptEnd, JobOf, WorkOf } from '../../queue/operation.ts'
import { ownWords } from '../../service/calls/own-words.ts'
import { awaitUpload } from './upload-again.ts'

type Work = WorkOf<'attach-sources'>
type Failure = Extract<AttemptEnd, { kind: 'failed' }>

const isPartOfId = (character: string | undefined): boolean => character !== undefined && /[\w-]/.test(character)

/** True if the text names this id, not a longer one that contains it. */
const names = (text: string, id: string): boolean => {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1))
    if (!isPartOfId(text[at - 1]) && !isPartOfId(text[at + id.length])) return true
  return false
}

/** Maps a refusal that names sent sources: they were deleted in the workspace. Any other failure is unchanged. */
export const explainGone = (failure: Failure, sent: readonly string[], isOurs: (sourceId: string) => boolean): Failure => {
  const { error } = failure
  if (failure.uncertain || (error.code !== 'rejected' && error.code !== 'not-found')) return failure
  const words = ownWords(error)
  const ids = sent.filter((id) => names(words, id))
  if (ids.length === 0) return failure
  const choices: readonly ParkChoice[] = ids.some(isOurs) ? ['replace', 'leave-out', 'retry'] : ['leave-out', 'retry']
  const because = error.toRecord()
  const gone = { ...because, code: 'source-gone', failure: { kind: 'sources-gone', ids, because } } as const
  return { ...failure, choices, error: errorFrom(gone, { cause: error }) }
}

/** The sources that the job is parked for. */
const goneOf = ({ status }: Job): readonly string[] =>
  status.state === 'parked' && status.reason.failure.kind === 'sources-gone' ? status.reason.failure.ids : []

type Ports = {
  readonly journal: Journal
  readonly sources: SourceStore
  readonly jobs: JobStore
  readonly images: Pick<ImageStore, 'mayBeUploaded'>
}

/** Applies a person's choice about deleted sources. To replace them, their pictures are uploaded again first. */
export const resumeGone = (job: JobOf<'attach-sources'>, choice: ParkChoice, at: number, ports: Ports): Work => {
  const { sources } = ports
  const { connectionId, work } = job
  if (connectionId === null || (choice !== 'replace' && choice !== 'leave-out')) return work
  const gone = goneOf(job).map((sourceId) => {
    const imageId = choice === 'replace' ? (sources.formerImageOf(connectionId, sourceId) ?? null) : null
    if (imageId === null) return { sourceId, imageId }
    sources.forget(connectionId, sourceId)
    // Another attach may have already uploaded it again.
    if (sources.get(connectionId, imageId) === undefined) awaitUpload(ports, job, imageId, at)
    return { sourceId, imageId }
  })
  const leftOut = choice === 'leave-out' ? goneOf(job).flatMap((id) => sources.formerImageOf(connectionId, id) ?? []) : []
  return { ...work, pictures: leaveOutOfAttach(ports.journal, job.id, leftOut), gone: [...(work.gone ?? []), ...gone] }
}
