import { countOf } from '../../../shared/base/number-words.ts'
import { isSentFormat } from '../../../shared/pictures/accepted-pictures.ts'
import type { LibraryRow, PictureCondition } from '../../../shared/pictures/library.ts'
import { describeConversion } from '../../../shared/pictures/picture-formats-words.ts'
import { formatPart } from '../../ui/format.ts'

/** How the filter names them, in the order in which it offers them. */
export const conditionLabels: Readonly<Record<PictureCondition, string>> = {
  parked: 'Needs attention',
  'missing-answer': 'Missing an answer',
  'not-attached': 'Not attached',
  waiting: 'In progress',
  uploading: 'Uploading',
  uploaded: 'Uploaded',
  'not-uploaded': 'Not uploaded',
  answered: 'Answered',
  attached: 'Attached',
}

export type Urgent = { readonly kind: 'parked' | 'uploading' | 'waiting'; readonly label: string }

/** What a picture's work needs or does now; `null`: nothing. `progress`: of its running upload. */
export const urgentOf = ({ state }: LibraryRow, progress: number | null): Urgent | null => {
  if (progress !== null) return { kind: 'uploading', label: `Uploading ${formatPart(progress)}` }
  if (state === 'parked') return { kind: 'parked', label: 'Needs attention' }
  return state === 'waiting' || state === 'uploading' ? { kind: 'waiting', label: 'In progress' } : null
}

export const describeAnswers = ({ questions, answers }: Pick<LibraryRow, 'questions' | 'answers'>): string =>
  answers === questions ? countOf(answers, 'answer') : `${answers} of ${countOf(questions, 'answer')}`

export const describeAttached = ({ products = 1 }: Pick<LibraryRow, 'products'>): string =>
  products > 1 ? `Attached to ${countOf(products, 'product')}` : 'Attached'

export const describeFailed = (failed: number): string => `${countOf(failed, 'shop rule')} ${failed === 1 ? 'fails' : 'fail'}`

/** All marks of a picture in words. */
export const describePicture = (row: LibraryRow, progress: number | null): string => {
  const words = [
    urgentOf(row, progress)?.label,
    row.uploaded ? 'Uploaded' : undefined,
    row.questions > 0 ? describeAnswers(row) : undefined,
    row.attached ? describeAttached(row) : undefined,
    row.checks && row.checks.failed > 0 ? describeFailed(row.checks.failed) : undefined,
  ].filter((one) => one !== undefined)
  const conversion = isSentFormat(row.format) ? [] : [describeConversion(row.format, row.reading)]
  return [...(words.length > 0 ? words : ['On this computer']), ...conversion].join(', ')
}
