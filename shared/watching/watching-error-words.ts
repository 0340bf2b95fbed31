import type { ErrorWords } from '../base/error-words.ts'
import { countOf } from '../base/number-words.ts'
import type { WatchingFailure } from './watching-failures.ts'

/** What comes next: a folder that could not be added is not watched, so it has to be added again. */
const afterwards = (isNew = false): string => (isNew ? 'Then add the folder again.' : 'Packshot continues by itself.')

export const watchingErrors: ErrorWords<WatchingFailure> = {
  'watch-own-data': ({ name }) => ({
    message: `“${name}” is in Packshot’s own data folder.`,
    action: 'Choose the folder that your pictures are saved in.',
  }),
  'watch-around-own-data': ({ name }) => ({
    message: `Packshot’s own data folder is inside “${name}”, so Packshot would add its own copies again.`,
    action: 'Choose a folder further inside, with pictures only.',
  }),
  'watch-known': ({ name }) => ({ message: `“${name}” is already watched.`, action: 'Change its rules instead.' }),
  'watch-inside-watched': ({ name, other }) => ({
    message: `“${name}” is inside the watched folder “${other}”.`,
    action: `Watch “${other}” with its subfolders, or remove it first.`,
  }),
  'watch-around-watched': ({ name, other }) => ({
    message: `“${name}” contains the watched folder “${other}”.`,
    action: `Remove “${other}” from the watched folders first.`,
  }),
  'watch-no-folder': ({ name }) => ({ message: `“${name}” is not a folder of files.`, action: 'Choose a folder.' }),
  'watch-unknown': () => ({ message: 'This folder is no longer watched.', action: 'Add it again to watch it.' }),
  'watch-not-watched': ({ named }) => ({
    message: `“${named}” is not a watched folder.`,
    action: '“packshot watch” lists the watched folders.',
  }),
  'watch-paused': ({ named }) => ({
    message: `The watched folder “${named}” is paused.`,
    action: 'Resume it first: “packshot watch --resume DIR”.',
  }),
  'watch-workspace-unknown': ({ named, known }) => ({
    message: `There is no workspace called “${named}”.`,
    action:
      known.length === 0
        ? 'Connect it first: “packshot connect FILE.packshot”.'
        : `Choose one of these: ${known.join(', ')}; or “current”, for the one in use.`,
  }),
  'watch-without-dialog': () => ({
    message: 'There is no dialog here to choose a folder with.',
    action: 'Add the folder in a terminal: “packshot watch DIR”.',
  }),
  'watch-target-unknown': () => ({ message: 'The chosen folder is no longer known.', action: 'Choose the folder again.' }),
  'watch-gone': ({ name, isNew }) => ({
    message: `The folder “${name}” is not there.`,
    action: `${isNew ? 'Check its path, or connect its drive.' : 'Connect its drive, or put the folder back.'} ${afterwards(isNew)}`,
  }),
  'watch-not-permitted': ({ name, isNew }) => ({
    message: `You don’t have permission to read the folder “${name}”.`,
    action: `Allow reading it. ${afterwards(isNew)}`,
  }),
  'watch-unreadable': ({ name, said, isNew }) => ({
    message: `The folder “${name}” can’t be read (${said}).`,
    action: `Check its drive or network. ${afterwards(isNew)}`,
  }),
  'watch-empty': ({ name, files }) => ({
    message: `“${name}” is empty; ${countOf(files, 'file was', 'files were')} in it before.`,
    action: 'If its drive is disconnected, connect it. If you emptied the folder, there is nothing to do.',
  }),
  'watch-part-unreadable': ({ name, inside, said }) => ({
    message: `“${inside}” in “${name}” can’t be read (${said}). The other folders are watched.`,
    action: 'Allow reading it. Packshot continues by itself.',
  }),
  'watch-part-away': ({ name, inside, files }) => ({
    message: `The drive in “${inside}” of “${name}” is not connected; ${countOf(files, 'file was', 'files were')} on it. The rest is watched.`,
    action: 'Connect it to add more from it. If you no longer use it, there is nothing to do.',
  }),
  'watch-without-room': ({ name }) => ({
    message: `There is no room on the disk for the pictures in “${name}”.`,
    action: 'Free some space. Packshot continues by itself.',
  }),
  'watch-workspace-removed': ({ name, pictures }) => ({
    message: `The workspace for “${name}” was removed. ${countOf(pictures, 'picture waits', 'pictures wait')} for another one.`,
    action: 'Choose another workspace for the folder.',
  }),
  'watch-set-removed': ({ name, pictures }) => ({
    message: `The question set for “${name}” was removed. ${countOf(pictures, 'picture was', 'pictures were')} not asked about.`,
    action: 'Choose another question set for the folder, or none.',
  }),
}
