import { countOf } from '../base/number-words.ts'
import type { Job, JobNote } from './jobs.ts'
import type { OperationName } from './operations.ts'
import { operationWords } from './operations-words.ts'

const left = (pictures: number): string => `${countOf(pictures, 'picture')} ${pictures === 1 ? 'was' : 'were'} left out`

/** What there is to know about the outcome of a job, as a sentence. */
export const describeNote = (operation: OperationName, note: JobNote): string => {
  const { repeated } = operationWords[operation]
  switch (note.kind) {
    case 'done-after-attempts':
      return repeated(`${countOf(note.attempts, 'earlier attempt')} ended without an answer`)
    case 'attempts-without-answer':
      return repeated(`${countOf(note.attempts, 'attempt')} ended without an answer`)
    case 'restored':
      return 'The library was restored, so this may be done twice.'
    case 'uploaded-already':
      return 'It was in the workspace already.'
    case 'created-already':
      return 'It exists already.'
    case 'used-other-creation':
      return `“${note.name}” was queued in this workspace already, so that one is used. Give another name to create another.`
    case 'pictures-removed':
      return 'Its pictures were removed from the library, so nothing was attached.'
    case 'attached-already':
      return 'All of them were attached already.'
    case 'text-unchanged':
      return 'The text was like this already.'
    case 'text-changed-since':
      return 'Not put back: the text was changed since.'
    case 'newer-text':
      return 'Not sent: a newer text was queued for this attribute.'
    case 'list-unchanged':
      return 'The list was like this already.'
    case 'earlier-file-left':
      return `${countOf(note.pictures, 'picture')} left as ${note.pictures === 1 ? 'it is' : 'they are'}: the workspace no longer has the earlier file.`
    case 'taken-off-since':
      return `${countOf(note.pictures, 'picture')} left out: taken off this list after this was queued. Attach again to put ${note.pictures === 1 ? 'it' : 'them'} back.`
    case 'not-uploaded':
      return `${left(note.pictures)}: ${note.pictures === 1 ? 'it is' : 'they are'} not uploaded.`
  }
}

/** All there is to know about a job's outcome; `null`: nothing. */
export const describeNotes = ({ work, notes }: Pick<Job, 'work' | 'notes'>): string | null =>
  notes.length === 0 ? null : notes.map((one) => describeNote(work.operation, one)).join(' ')
