import type { Answer } from '../answers/questions.ts'
import { defuse, formatRecord } from '../base/spreadsheet-text.ts'

/** The newest text in a brand voice of each answer, by the answer's job. */
export type Written = ReadonlyMap<string, { readonly text: string; readonly voiceName: string }>

const columns = [
  'image',
  'image_id',
  'question',
  'kind',
  'answer',
  'edited',
  'answered_at',
  'written',
  'voice',
  'about_earlier_file',
] as const

export const shownText = (answer: Answer): string => answer.editedText ?? answer.text

/** RFC 4180, UTF-8, a heading line first: the same for the window and the command. */
export const formatCsv = (answers: readonly Answer[], written: Written = new Map()): string =>
  [
    columns,
    ...answers.map((one) => [
      one.imageName,
      one.imageId,
      one.question,
      one.kind,
      shownText(one),
      one.editedText === null ? 'no' : 'yes',
      new Date(one.answeredAt).toISOString(),
      written.get(one.jobId)?.text ?? '',
      written.get(one.jobId)?.voiceName ?? '',
      one.isAboutEarlier ? 'yes' : 'no',
    ]),
  ]
    .map((fields) => formatRecord(fields))
    .join('')

export const formatJson = (answers: readonly Answer[], written: Written): string =>
  `${JSON.stringify(
    answers.map((one) => ({
      picture: one.imageName,
      imageId: one.imageId,
      question: one.question,
      kind: one.kind,
      answer: shownText(one),
      edited: one.editedText !== null,
      answeredAt: new Date(one.answeredAt).toISOString(),
      written: written.get(one.jobId)?.text ?? null,
      voice: written.get(one.jobId)?.voiceName ?? null,
      aboutEarlierFile: one.isAboutEarlier ?? false,
    })),
    null,
    2,
  )}\n`

/** For the clipboard: picture, question and answer per line, tab-separated, as spreadsheets accept it. */
export const formatLines = (answers: readonly Answer[]): string =>
  answers
    .map((one) => [one.imageName, one.question, shownText(one)].map((field) => defuse(field.replaceAll(/\s+/g, ' '))).join('\t'))
    .join('\n')
