type Lack = {
  /** The end of a sentence, the same wherever a test is skipped for it. */
  readonly reason: string
  /** What makes these tests run. */
  readonly remedy: string
}

/** Each thing for whose lack tests are skipped. `npm test` prints each reason once, with the number of tests and the remedy. */
export const lacks = {
  'no-electron': {
    reason: 'there is no Electron here',
    remedy: 'Electron’s download must be reachable: run “npm start” once on a network that allows it.',
  },
  'no-xvfb': { reason: 'there is no Xvfb here', remedy: 'Debian: apt-get install xvfb.' },
  'no-browser': { reason: 'there is no Chromium here', remedy: 'Debian: apt-get install chromium.' },
  'another-host': { reason: 'another host was asked for', remedy: 'Run without “--host”.' },
  'no-keyring': { reason: 'there is no gnome-keyring here', remedy: 'Debian: apt-get install dbus gnome-keyring.' },
  'no-keytar': { reason: 'the keychain module can’t be loaded', remedy: '“npm start” names what it needs.' },
  'not-linux': { reason: 'this is not Linux', remedy: 'Run the tests on Linux.' },
  'on-windows': { reason: 'this is Windows', remedy: 'Run the tests on Linux or macOS.' },
  'not-root': { reason: 'the tests do not run as root', remedy: 'Run them as root, in a container.' },
  'is-root': { reason: 'the tests run as root', remedy: 'Run them as an ordinary user.' },
  'no-mounts': { reason: 'no drive can be mounted here', remedy: 'Run the tests as root, in a container that may mount.' },
  'no-other-user': {
    reason: 'the command can’t be run as another user here',
    remedy: 'Put the checkout where other users may read it, not in a home folder.',
  },
  'no-mkfifo': { reason: 'there is no mkfifo here', remedy: 'Run the tests on Linux or macOS.' },
  'no-ipv6': { reason: 'this computer has no IPv6', remedy: 'Allow the address ::1.' },
  'no-specification': {
    reason: 'the specification is not on this computer',
    remedy: 'Put it where test/spec/coverage.test.ts reads it.',
  },
  'needs-download': { reason: 'it downloads about 460 MB', remedy: 'Run “npm run faults”.' },
  'no-photographs': { reason: 'the photographs can’t be downloaded', remedy: 'A mirror of Debian must be reachable.' },
  'not-debian': { reason: 'this is not Debian', remedy: 'Run the tests on Debian or Ubuntu.' },
  'packshot-installed': { reason: 'Packshot is installed on this computer', remedy: 'Remove it, or run the tests in a container.' },
  'no-desktop-packages': {
    reason: 'packages that Packshot’s own depends on are not installed',
    remedy: 'apt-get install libnotify4 libxss1 libxtst6 xdg-utils libsecret-1-0 desktop-file-utils libglib2.0-bin.',
  },
  'no-judge': { reason: 'a program to compare Packshot with is not installed', remedy: '“npm run judge” installs them on Debian.' },
} as const satisfies Readonly<Record<string, Lack>>

/** The reason to give where a test is skipped: at the end of its suite’s title, as `(skipped: …)`, or to `context.skip`. */
export const lackOf = (name: keyof typeof lacks): string => lacks[name].reason
