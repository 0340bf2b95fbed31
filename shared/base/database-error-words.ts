import type { LibraryFailure } from './database-failures.ts'
import type { ErrorWords } from './error-words.ts'
import { labels } from './label-words.ts'

export const whatACopyIs = 'This data folder is a copy, for example from a backup: Packshot has worked with a newer one.'

const unreadable = {
  damaged: labels.libraryDamaged,
  missing: 'The library file is missing or empty, although pictures or snapshots are there.',
  behind: 'The library file has lost its latest changes.',
}

export const libraryErrors: ErrorWords<LibraryFailure> = {
  'data-folder-taken': ({ folder }) => `Another Packshot is using the data folder ${folder}.`,
  'data-folder-full': ({ folder }) => ({
    message: `The disk that holds the data folder ${folder} is full.`,
    action: 'Free some disk space, then start Packshot again.',
  }),
  'data-folder-read-only': ({ folder }) => ({
    message: `The data folder ${folder} can’t be opened: it is read-only, or this user may not write there.`,
    action: 'Make it writable and check the disk, or use another folder. Then start Packshot again.',
  }),
  'data-folder-not-permitted': ({ folder }) => ({
    message: `The data folder ${folder} can’t be opened: this user may not read and write there.`,
    action:
      'Let this user read and write it (it may belong to another one), or name another folder with --data-dir. Then start Packshot again.',
  }),
  'data-folder-away': ({ folder }) => ({
    message: `The data folder ${folder} can’t be made: what it is in is not there, or is read-only.`,
    action: 'Connect its drive, or name another folder with --data-dir. Then start Packshot again.',
  }),
  'data-folder-in-file': ({ folder }) => ({
    message: `The data folder ${folder} can’t be made: it, or what it is in, is a file.`,
    action: 'Name a folder with --data-dir or PACKSHOT_DATA_DIR.',
  }),
  'data-folder-unusable': ({ folder, said }) => ({
    message: `The data folder ${folder} cannot be used: ${said}.`,
    action: 'Allow this user to read and write the folder, or name another one with --data-dir.',
  }),
  'library-older': ({ version, known }) =>
    `This data folder was written by a Packshot from before the first release (version ${version}, this one needs ${known}). It was left unchanged.`,
  'library-newer': ({ version, known }) =>
    `This data folder was written by a newer Packshot (version ${version}, this one knows ${known}). It was left unchanged.`,
  'library-unreadable': ({ reason }) => ({
    message: unreadable[reason],
    action: 'Open Packshot, or run “packshot run”: the library is restored first.',
  }),
  'library-damaged': () => ({
    message: `${labels.libraryDamaged} Your pictures are safe; work is paused.`,
    action: 'Start Packshot again: it repairs or restores the library, and says what may be missing.',
  }),
  'library-is-copy': () => ({
    message: `${whatACopyIs} Work is paused.`,
    action: 'Start Packshot again: it marks what may have been done since, and asks you before anything is replaced.',
  }),
  'disk-without-room': () => 'The disk is full. What was saved before is kept; the last step was not saved.',
  'disk-without-room-to-flush': () => ({
    message: 'The disk is full. The last step is done in Packshot, but a power cut could still undo it.',
    action: 'Free some space; the next step then saves this one, too. If you no longer want it, cancel it in Activity.',
  }),
  'disk-not-saving': ({ said }) => `The disk could not save the library (${said}).`,
}
