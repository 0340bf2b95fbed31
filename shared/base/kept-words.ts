import type { Kept } from './kept.ts'

export const keptWords: Readonly<Record<Kept, string>> = {
  queue: 'Everything queued is kept.',
  saved: 'Everything saved before is kept.',
  work: 'The work is kept.',
  'earlier-file': 'An earlier file of that name is unchanged.',
  question: 'The question is kept.',
  'picture-and-question': 'The picture and the question are kept.',
  'pictures-and-questions': 'Pictures and questions are kept.',
  'nothing-added': 'Nothing was added.',
  'nothing-attached': 'Nothing was attached.',
  'nothing-changed': 'Nothing was changed.',
  'nothing-changed-queue-kept': 'Nothing was changed, and everything queued is kept.',
  'nothing-done': 'Nothing was done.',
  'nothing-queued': 'Nothing was queued.',
  'nothing-read': 'Nothing was read.',
  'nothing-removed': 'Nothing was removed.',
  'nothing-sent': 'Nothing was sent.',
  'nothing-sent-queue-kept': 'Nothing was sent, and everything queued is kept.',
}
