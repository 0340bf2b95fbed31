import type { ErrorWords } from '../base/error-words.ts'
import { formatCount } from '../base/number-words.ts'
import type { OutFailure } from './exports-failures.ts'

const quoted = (names: readonly string[]): string =>
  names
    .slice(0, 30)
    .map((one) => `“${one}”`)
    .join(', ')

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
  'out-not-flushed': ({ name, said }) => ({
    message: `“${name}” was written, but the disk reported an error (${said}) when it was asked to keep it. After a power failure the file may be gone.`,
    action: 'Check the disk, or choose another folder. Then export again.',
  }),
  'out-without-dialog': () => ({ message: 'There is no window to choose a place in.', action: 'Name the file or folder in the command.' }),
  'out-target-unknown': () => ({ message: 'The chosen place is no longer known.', action: 'Choose the place again.' }),
  'table-without-key': ({ name }) => ({
    message: `“${name}” lacks the columns “Packshot key” and “Packshot revisions”.`,
    action: 'Export with “Can be imported again”, and keep both columns when you edit the file.',
  }),
  'text-in-two-columns': ({ columns: [one, other] }) => ({
    message: `“${one}” and “${other}” have the same texts, so changes in one of them would be lost when the table is imported again.`,
    action: 'Remove one of them, or turn off “Can be imported again”.',
  }),
  'table-closed': () => ({ message: 'This file is no longer open.', action: 'Open it again.' }),
  'table-of-other-workspace': () => ({
    message: 'You switched workspaces after this file was opened.',
    action: 'Open the file again to compare it with this workspace.',
  }),
  'table-stopped': ({ name }) => ({ message: `Writing “${name}” was stopped.`, action: 'Export again to write the file.' }),
  'copies-under-way': () => ({
    message: 'Copies of pictures are already being written.',
    action: 'Wait until they are done, or stop them.',
  }),
  'copies-stopped': () => ({
    message: 'Writing copies was stopped. Copies written so far are kept.',
    action: 'Export again to write the rest.',
  }),
  'column-unknown': ({ named, columns }) => ({
    message: `There is no column “${named}”. The columns are: ${quoted(columns)}.`,
    action: 'Use one of these names.',
  }),
  'preset-unknown': ({ named, presets }) => ({
    message: `There is no preset “${named}”. The presets are: ${quoted(presets)}.`,
    action: 'Use one of these names.',
  }),
  'preset-is-text': ({ preset }) => ({
    message: `“${preset}” is a text file, not a workbook.`,
    action: 'Give the file a name that ends in .csv, .tsv or .txt.',
  }),
  'fields-without-column': ({ columns }) => ({
    message: `No column is chosen for the alt text. The columns are: ${quoted(columns)}.`,
    action: 'Name one, such as --alt “Alt text”.',
  }),
  'xmp-unreadable': ({ said }) => ({
    message: `The picture’s own metadata can’t be read (${said}).`,
    action: 'Save the picture again in an image editor, in the same place. Then add it again, and use it as the new version.',
  }),
  'xmp-too-large': ({ maxBytes }) => ({
    message: `The texts don’t fit into the picture’s metadata, which holds ${formatCount(Math.floor(maxBytes / 1000))} KB.`,
    action: 'Shorten the texts, then export again.',
  }),
}
