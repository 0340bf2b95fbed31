import type { ErrorWords } from './error-words.ts'
import { countOf, formatCount } from './number-words.ts'
import type { WindowFailure } from './window-failures.ts'

export const windowErrors: ErrorWords<WindowFailure> = {
  'only-reads': () => 'This Packshot only reads the data folder.',
  'call-not-understood': ({ call, place, said }) =>
    `“${call}” cannot be asked for like that${place === null ? '' : ` (${place}: ${said})`}.`,
  'too-many-at-once': ({ limit }) => ({
    message: `At most ${formatCount(limit)} can be selected at once.`,
    action: 'Select fewer, then repeat with the rest.',
  }),
  'window-names-path': () => ({ message: 'A window can name web addresses only.', action: 'Drop the file, or use “Add pictures”.' }),
  'call-aborted': () => 'It was cancelled.',
  'window-cut-off': () => ({
    message: 'The window lost its connection to Packshot. Nothing you added is lost.',
    action: 'Reload the window. If that doesn’t help, restart Packshot.',
  }),
  'file-not-sent': ({ name }) => `“${name}” cannot be read.`,
  'dropped-unreadable': ({ name, others }) =>
    `${others === 0 ? `“${name}”` : `“${name}” and ${countOf(others, 'other')}`} can’t be read. The other files were added.`,
  'dropped-without-names': () => ({
    message:
      'Some files or folders have names with characters that this system’s language setting (plain ASCII) doesn’t support. The others were added.',
    action: 'Start Packshot with LC_ALL=C.UTF-8 set, or rename them, then add them again.',
  }),
  'without-sandbox': ({ setting, isAppImage }) => ({
    message: 'It was started without its sandbox, which protects this computer from harmful files.',
    action:
      setting === null
        ? `Start it without --no-sandbox and ELECTRON_DISABLE_SANDBOX${isAppImage ? ', or install the Debian package' : ''}.`
        : `Install the Debian package, or allow the sandbox for all programs: sudo sysctl -w ${setting}`,
  }),
}
