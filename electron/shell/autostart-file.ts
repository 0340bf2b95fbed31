import { posix } from 'node:path'
import { backgroundSwitch } from '../cli/start-switches.ts'

/** https://specifications.freedesktop.org/autostart-spec/latest/ */
export const findAutostartFile = (home: string, environment: NodeJS.ProcessEnv): string =>
  posix.join(environment.XDG_CONFIG_HOME || posix.join(home, '.config'), 'autostart', 'packshot.desktop')

/** A quoted argument in a desktop entry's `Exec`, whose value is escaped once more (Desktop Entry Specification, “The Exec key”). */
const quoted = (path: string): string =>
  `"${path
    .replaceAll(/["`$\\]/g, (one) => `\\${one}`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`

/** `TryExec`: an entry that is left behind by a removed Packshot starts nothing. */
export const describeAutostart = (program: string, icon: string): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Packshot',
    `Exec=${quoted(program)} ${backgroundSwitch}`,
    `TryExec=${program.replaceAll('\\', '\\\\')}`,
    `Icon=${icon}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
