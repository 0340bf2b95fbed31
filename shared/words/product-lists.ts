import type { ListEditors } from '../session.ts'

/** Who else edits the lists of a workspace: the question, its answers, and what each of them means. */
export const editorWords = {
  question: 'Who else changes product pictures in this workspace?',
  names: {
    'only-here': 'Only this computer',
    sometimes: 'Others, sometimes',
    always: 'Others, all the time',
  } satisfies Record<ListEditors, string>,
  meanings: {
    'only-here': 'Packshot uses the pictures it knows, however old they are.',
    sometimes: 'Packshot asks again when it last knew a product’s pictures over a day ago.',
    always: 'Packshot asks again when it last knew a product’s pictures over an hour ago.',
  } satisfies Record<ListEditors, string>,
} as const
