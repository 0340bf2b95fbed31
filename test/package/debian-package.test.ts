import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { chown, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { makeAptKey, makeAptRepository } from '../../build/package/apt-repository.ts'
import { parseConnectionFile } from '../../electron/core/workspaces/connections/parse-connection-file.ts'
import { formatConnectionLink } from '../../electron/core/workspaces/connections/parse-connection-link.ts'
import { createAptSystem, findAptLack, serveFolder } from '../support/apt-system.ts'
import { type Display, hasWindow, startDisplay } from '../support/display.ts'
import { encodeText } from '../support/encode-text.ts'
import { lackOf } from '../support/lacks.ts'
import { makeDeb } from './make-deb.ts'
import { openPackagedApp, type PackagedApp, type Start, teamFile } from './packaged-app.ts'

/** A Debian package, built and installed; started by an ordinary user with Chromium's own sandbox, opened by the desktop's own tools. */
const { lack: noPackage, folder: packed } = inject('madePackage')
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
/** `nobody` of Linux. */
const user = 65_534

const ask = (command: string, ...args: readonly string[]) => spawnSync(command, args, { encoding: 'utf8' })
const isInstalled = (name: string): boolean => /^Status: install ok installed$/m.test(ask('dpkg-query', '--status', name).stdout)
/** What the desktop opens HTML files with, as the person chose it. */
const chosen = '[Default Applications]\ntext/html=firefox.desktop\n'
const needed = ['libnotify4', 'libxss1', 'libxtst6', 'xdg-utils', 'libsecret-1-0', 'desktop-file-utils', 'libglib2.0-bin', 'xdotool']

const findLack = (): string | null => {
  if (noPackage) return noPackage
  if (process.getuid?.() !== 0) return lackOf('not-root')
  if (ask('dpkg-deb', '--version').status !== 0) return lackOf('not-debian')
  if (isInstalled('packshot') || existsSync('/opt/Packshot')) return lackOf('packshot-installed')
  return needed.every(isInstalled) ? null : lackOf('no-desktop-packages')
}
const lack = findLack()

/** Every file with our name where packages put files, and the desktop's records of us. */
const findTraces = (): readonly string[] => {
  const named = ask('find', '/etc', '/opt', '/usr', '/var/lib', '-xdev', '-iname', '*packshot*').stdout.split('\n').filter(Boolean)
  const caches = ['/usr/share/applications/mimeinfo.cache', '/usr/share/mime/globs2', '/usr/share/mime/types']
  return [...named, ...caches.filter((file) => existsSync(file) && readFileSync(file, 'utf8').includes('packshot'))].sort()
}

describe.skipIf(lack)(`the Debian package${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let work: string
  let home: string
  let display: Display
  let start: Start
  let app: PackagedApp
  let before: readonly string[]
  let deb: string

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'packshot-debian-package-'))
    home = join(work, 'home')
    await mkdir(home)
    for (const name of ['.config', 'tmp']) await mkdir(join(home, name))
    await writeFile(join(home, '.config/mimeapps.list'), chosen)
    for (const path of [work, home, join(home, '.config'), join(home, '.config/mimeapps.list'), join(home, 'tmp')])
      await chown(path, user, user)
    deb = await makeDeb(packed, work)
    before = findTraces()
    display = await startDisplay()
    start = {
      program: '/opt/Packshot/packshot',
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home, DISPLAY: display.name, LC_ALL: 'C.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
      user,
    }
  })
  afterAll(async () => {
    if (app?.child.exitCode === null) await app.stop()
    if (isInstalled('packshot')) ask('dpkg', '--purge', 'packshot')
    await display?.stop()
    if (work) await rm(work, { recursive: true, force: true, maxRetries: 10 })
  })

  /** How a browser passes a link, and a file manager a file. */
  const open = (target: string): void => {
    const [command = '', ...args] = target.startsWith('packshot:') ? ['xdg-open'] : ['gio', 'open']
    execFileSync(command, [...args, target], { cwd: home, env: start.env, uid: user, gid: user, timeout: 60_000 })
  }

  it('installs with all its dependencies', () => {
    const installed = ask('dpkg', '--install', deb)
    expect(installed.status, installed.stderr).toBe(0)
    expect(isInstalled('packshot')).toBe(true)
    expect(realpathSync('/usr/bin/packshot')).toBe('/opt/Packshot/resources/bin/packshot')
  })

  const lack = findAptLack()
  describe.skipIf(lack)(`by apt${lack ? ` (skipped: ${lack})` : ''}`, () => {
    it('comes to others from a signed repository', async () => {
      const release = join(work, 'release')
      await mkdir(release)
      await copyFile(deb, join(release, basename(deb)))
      const server = await serveFolder(release)
      makeAptRepository(release, makeAptKey('Packshot Tests <tests@packshot.example>'), server.address)
      const system = createAptSystem(join(work, 'system'), '0.0.1')
      system.follow(release)
      expect(await system.run('apt-get', 'update')).toMatchObject({ code: 0 })
      expect((await system.run('apt-cache', 'policy', 'packshot')).printed).toMatch(
        new RegExp(`Installed: 0\\.0\\.1\n +Candidate: ${version}`),
      )
      expect((await system.run('apt-cache', 'depends', 'packshot')).printed).toMatch(/Depends: <?libsecret-1-0/)
      expect(await system.run('apt-get', 'download', 'packshot')).toMatchObject({ code: 0 })
      await server.stop()
    })
  })

  /** As cron runs it: without a display, a session of the desktop and a keyring. */
  const runCommand = (...args: readonly string[]) =>
    spawnSync('packshot', args, {
      cwd: home,
      env: { PATH: '/usr/bin:/bin', HOME: home, TMPDIR: join(home, 'tmp') },
      uid: user,
      gid: user,
      encoding: 'utf8',
      timeout: 60_000,
    })

  it('has the command on the PATH, without a display and a keyring', async () => {
    expect(runCommand('--version')).toMatchObject({ stdout: `${version}\n`, stderr: '', status: 0 })
    expect(runCommand('status')).toMatchObject({ stdout: expect.stringContaining('Pictures: 0'), status: 0 })
    expect(runCommand('no-such-thing')).toMatchObject({ stdout: '', stderr: expect.stringContaining('unknown command'), status: 1 })
    await mkdir(join(home, 'pictures'))
    await copyFile(join(root, 'build/sample-pictures/pictures/Olive oil 500 ml.jpg'), join(home, 'pictures/oil.jpg'))
    expect(runCommand('add', 'pictures', '--data-dir', 'other')).toMatchObject({
      stdout: expect.stringContaining('1 picture added.'),
      status: 0,
    })
    // What guesses an old list's code page is loaded only for such a list, in a thread.
    const rows = ['SKU;Name', 'A-1;Żółta łódka', 'A-2;Źrebię i ćma', 'A-3;Gęś']
    await writeFile(join(home, 'list.csv'), encodeText(rows.join('\r\n'), 'windows-1250'))
    const imported = runCommand('products', 'import', 'list.csv', '--json', '--data-dir', 'other')
    expect(JSON.parse(imported.stdout)).toMatchObject({ form: { encoding: 'windows-1250' }, added: 3 })
    expect(runCommand('run', '--data-dir', 'other')).toMatchObject({ status: 2 })
    const refused = runCommand('workspace', 'serve', '--port', 'nonsense', '--data-dir', 'other')
    expect(refused).toMatchObject({ stderr: expect.stringContaining('--port is a number'), status: 1 })
    expect(await readdir(join(home, 'tmp'))).toEqual([])
  })

  it('has a manual page, and completions that bash loads', () => {
    expect(gunzipSync(readFileSync('/usr/share/man/man1/packshot.1.gz')).toString()).toContain('.SH EXIT STATUS')
    const script =
      'source /usr/share/bash-completion/completions/packshot; COMP_WORDS=(packshot sta); COMP_CWORD=1; _packshot; echo $COMPREPLY'
    expect(ask('bash', '-c', script).stdout).toBe('status\n')
    for (const file of ['zsh/vendor-completions/_packshot', 'fish/vendor_completions.d/packshot.fish', 'doc/packshot/copyright'])
      expect(readFileSync(join('/usr/share', file), 'utf8')).toContain('ackshot')
  })

  it('refuses an argument that its window doesn’t know, before it needs a display', () => {
    for (const argument of ['status', '--help', '--hepl'])
      expect(
        spawnSync(start.program, [argument], { env: { HOME: home }, uid: user, gid: user, encoding: 'utf8', timeout: 60_000 }),
      ).toMatchObject({
        stderr: expect.stringContaining(`doesn’t know the argument “${argument}”. For commands there is packshot`),
        status: 1,
      })
  })

  it.each([
    [
      'that another user owns',
      () => mkdir(join(home, 'theirs'), { mode: 0o700 }).then(() => join(home, 'theirs')),
      'this user may not read and write there',
    ],
    ['that can’t be made', () => Promise.resolve('/usr/lib/packshot-data'), 'this user may not read and write there'],
    ['below a file', () => writeFile(join(home, 'file'), '').then(() => join(home, 'file/data')), 'is a file'],
  ])('says one sentence about a data folder %s, shows it, and ends at a signal', async (_name, make, said) => {
    const child = spawn(start.program, ['--disable-gpu', '--data-dir', await make()], {
      env: start.env,
      uid: user,
      gid: user,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = once(child, 'exit')
    let printed = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
    await expect.poll(() => printed).toMatch(/Packshot cannot start\. .+/)
    expect(printed).toContain(said)
    await expect.poll(() => hasWindow(display, 'Packshot cannot start')).toBe(true)
    child.kill('SIGTERM')
    await ended
  })

  it('starts for an ordinary user, in Chromium’s sandbox', async () => {
    app = await openPackagedApp(start)
    await app.page.getByRole('button', { name: 'Try the sample workspace' }).waitFor()
    expect(readFileSync(`/proc/${app.child.pid}/cmdline`, 'utf8')).not.toContain('no-sandbox')
    expect(readFileSync(`/proc/${app.child.pid}/status`, 'utf8')).toMatch(new RegExp(`^Uid:\\s+${user}\\s`, 'm'))
  })

  it('runs commands beside its window, and refuses only what would write', () => {
    expect(runCommand('status')).toMatchObject({ stdout: expect.stringContaining('Pictures: 0'), status: 0 })
    expect(runCommand('ask', '--question', 'What?', '--all')).toMatchObject({
      stderr: expect.stringContaining('Close the other Packshot'),
      status: 1,
    })
  })

  it('leaves what opens HTML files as the person chose it', () => {
    expect(readFileSync(join(home, '.config/mimeapps.list'), 'utf8')).toBe(chosen)
  })

  it('opens packshot:// links and .packshot files that the desktop passes to it', async () => {
    const file = join(home, 'Team Blue.packshot')
    await writeFile(file, JSON.stringify({ ...teamFile, name: 'Team Blue' }))
    await chown(file, user, user)
    const link = formatConnectionLink(parseConnectionFile(JSON.stringify({ ...teamFile, name: 'Team Red' })))
    for (const [name, target] of [
      ['Team Red', link],
      ['Team Blue', file],
    ] as const) {
      open(target)
      const sheet = app.page.getByRole('dialog', { name: `Connect to “${name}”?` })
      await sheet.waitFor()
      await sheet.getByRole('button', { name: 'Close' }).click()
      await sheet.waitFor({ state: 'hidden' })
    }
  })

  it('uninstalls without leaving anything but the data', async () => {
    expect(await app.stop()).toBe(0)
    expect(existsSync('/usr/share/applications/packshot.desktop')).toBe(true)
    const removed = ask('dpkg', '--purge', 'packshot')
    expect(removed.status, removed.stderr).toBe(0)
    expect(findTraces()).toEqual(before)
    expect(await readdir(join(home, '.local/share/packshot'))).toContain('library.db')
    expect((await readdir(join(home, '.config'))).filter((name) => /packshot/i.test(name))).toEqual([])
  })
})
