import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { linuxIds } from './keychain-module.mjs'
import { runQuietly } from './run-process.mjs'
import { timedStep } from './timed-step.mjs'

/** Libraries that Electron loads and that a machine without a desktop lacks. */
const libraries = { 'libgtk-3-0': 'libgtk-3.so.0', libnss3: 'libnss3.so', libgbm1: 'libgbm.so.1' }

/** Additional dependencies of the Debian package. */
const ofPackage = { libnotify4: 'libnotify.so.4', libxss1: 'libXss.so.1', libxtst6: 'libXtst.so.6' }

/** Needed only by tests: a real keychain to write to, a session bus for it, the library that keytar loads, a browser, a display. */
const needed = [
  { package: 'gnome-keyring', programs: ['gnome-keyring-daemon'] },
  { package: 'dbus', programs: ['dbus-run-session'] },
  { package: 'libsecret-1-0', library: 'libsecret-1.so.0' },
  { package: 'xdotool', programs: ['xdotool'] },
  { package: 'chromium', programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'] },
  { package: 'xvfb', programs: ['Xvfb'] },
  { package: 'xdg-utils', programs: ['xdg-open'] },
  { package: 'libglib2.0-bin', programs: ['gio'] },
  { package: 'apt-utils', programs: ['apt-ftparchive'] },
  { package: 'gnupg', programs: ['gpg'] },
  { package: 'desktop-file-utils', programs: ['update-desktop-database'] },
  ...Object.entries({ ...libraries, ...ofPackage }).map(([name, library]) => ({ package: name, library })),
]

/**
 * Debian's name for a Chromium that draws no frame and tabs around a page (test/support/browser-host.ts takes it where it is): a view takes a
 * seventh less of the processors, a page's first load half. Without it tests run as well, so a machine doesn't lack it, and Debians before 12
 * don't have it.
 */
const lighterBrowser = { package: 'chromium-headless-shell', files: ['/usr/lib/chromium/chromium-headless-shell'] }

/** The programs that `npm run judge` compares Packshot with. */
export const forJudge = [
  { package: 'zbar-tools', programs: ['zbarimg'] },
  { package: 'libimage-exiftool-perl', programs: ['exiftool'] },
  { package: 'libreoffice-calc-nogui', programs: ['soffice'] },
  { package: 'liblcms2-utils', programs: ['transicc'] },
  { package: 'colord-data', files: ['/usr/share/color/icc/colord/AdobeRGB1998.icc'] },
  { package: 'libgs-common', files: ['/usr/share/color/icc/ghostscript/default_cmyk.icc'] },
  { package: 'imagemagick', programs: ['convert'] },
  { package: 'libvips-tools', programs: ['vips'] },
  { package: 'webp', programs: ['cwebp'] },
  { package: 'libavif-bin', programs: ['avifenc'] },
  { package: 'libheif-examples', programs: ['heif-enc'] },
  { package: 'libjxl-tools', programs: ['cjxl'] },
  { package: 'libopenjp2-tools', programs: ['opj_compress'] },
]

/** What Debian calls the packages that tests need and this Linux lacks; on other systems none. */
export const lackingPrerequisites = () =>
  process.platform === 'linux' ? needed.filter((one) => !isThere(one)).map((one) => one.package) : []

/**
 * As root on Debian, installs missing packages and says so. Anywhere else it only names them. Tests that need a part
 * that is not there are skipped, and say why.
 */
export const installTestPrerequisites = async ({ log, wanted = needed }) => {
  if (process.platform !== 'linux') return
  const missing = wanted.filter((one) => !isThere(one)).map((one) => one.package)
  const canInstall = process.getuid?.() === 0 && linuxIds()[0] === 'debian'
  if (missing.length > 0 && !canInstall) log(`some tests will be skipped; they need what Debian calls: ${missing.join(' ')}`)
  const isLighter = wanted !== needed || isThere(lighterBrowser)
  if (!canInstall || (missing.length === 0 && isLighter)) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = (names, otherwise) =>
    timedStep(log, `installing what only tests need: apt-get install ${names.join(' ')} …`, async () => {
      const { code, printed } = await runQuietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], { env })
      if (code !== 0) log(`apt-get could not install that; ${otherwise}:\n${update.printed}\n${printed}`)
    })
  const update = await runQuietly('apt-get', ['update', '-q'], { env })
  if (missing.length > 0) await install(missing, 'tests that need it will be skipped')
  if (!isLighter) await install([lighterBrowser.package], 'tests in a browser take longer')
}

const libraryFolders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib']

const isThere = ({ programs = [], files = [], library }) => {
  if (library !== undefined) return libraryFolders.some((folder) => existsSync(join(folder, library)))
  const folders = (process.env.PATH ?? '').split(delimiter)
  return files.some(existsSync) || programs.some((name) => folders.some((folder) => existsSync(join(folder, name))))
}
