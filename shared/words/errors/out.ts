import type { OutFailure } from '../../failures/out.ts'
import { formatCount } from '../numbers.ts'
import type { ErrorWords } from './error-words.ts'

export const outErrors: ErrorWords<OutFailure> = {
  'out-without-room': ({ name }) => ({
    message: `There is no room on the disk for “${name}”.`,
    action: 'Free some space, or choose another folder. Then export again.',
  }),
  'out-folder-gone': ({ name }) => ({
    message: `The folder for “${name}” doesn’t exist.`,
    action: 'Choose another folder, then export again.',
  }),
  'out-not-permitted': ({ name }) => ({
    message: `“${name}” can’t be written. Another program may have it open, or you may not write in that folder.`,
    action: 'Close it there, or choose another folder. Then export again.',
  }),
  'out-write-failed': ({ name, said }) => ({
    message: `“${name}” could not be written (${said}).`,
    action: 'Choose another folder, then export again.',
  }),
  'xmp-unreadable': ({ said }) => ({
    message: `The picture’s own metadata can’t be read (${said}).`,
    action: 'Save the picture again in an image editor, then add it again.',
  }),
  'xmp-too-large': ({ maxBytes }) => ({
    message: `The texts don’t fit into the picture’s metadata, which holds ${formatCount(Math.floor(maxBytes / 1000))} KB.`,
    action: 'Shorten the texts, then export again.',
  }),
}
