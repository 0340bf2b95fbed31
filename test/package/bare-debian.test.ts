import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Display, hasWindow, startDisplay } from '../support/display.ts'
import { lackOf } from '../support/lacks.ts'
import { makeDeb } from './make-deb.ts'

/** The Debian package in a Debian with nothing else in it, without recommended packages, as a plain user uses it. `npm run package-test` only. */
const { lack: noPackage, folder: packed } = inject('madePackage')
const root = fileURLToPath(new URL('../..', import.meta.url))

const has = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined
const findLack = (): string | null => {
  if (noPackage) return noPackage
  if (process.getuid?.() !== 0) return lackOf('not-root')
  return process.env.npm_lifecycle_event === 'package-test' && has('debootstrap') && has('unshare') ? null : lackOf('needs-debian')
}
const lack = findLack()

/** The first of this computer's own. */
const findMirror = (): string => {
  const lists = ['/etc/apt/sources.list', ...readdirSync('/etc/apt/sources.list.d').map((name) => `/etc/apt/sources.list.d/${name}`)]
  const texts = lists.map((file) => spawnSync('cat', [file], { encoding: 'utf8' }).stdout)
  return /(?:^deb|^URIs:)\s+(https?:\/\/\S*debian\S*)/m.exec(texts.join('\n'))?.[1] ?? 'http://deb.debian.org/debian'
}

describe.skipIf(lack)(`a bare Debian${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let work: string
  let system: string
  let display: Display
  let before: string

  /** Runs a script in it as root; its mounts end with it. */
  const enter = (script: string): [string, string[]] => {
    const mounts = [
      `mount -t proc proc ${system}/proc`,
      `mount --bind /dev ${system}/dev`,
      `mount -t tmpfs -o mode=1777 tmpfs ${system}/dev/shm`,
      `mkdir -p ${system}/tmp/.X11-unix`,
      `mount --bind /tmp/.X11-unix ${system}/tmp/.X11-unix`,
    ]
    const all = `set -e; ${mounts.join('; ')}; exec chroot ${system} sh -c "$1"`
    return ['unshare', ['--mount', 'sh', '-c', all, 'sh', script]]
  }
  const inside = (script: string, limitMs = 240_000) => spawnSync(...enter(script), { encoding: 'utf8', timeout: limitMs })
  /** As cron runs it, for a plain user. */
  const asMia = (command: string, environment = '') =>
    inside(`su mia -c 'cd; env -i HOME=/home/mia PATH=/usr/bin:/bin ${environment} ${command}'`)
  const findTraces = () =>
    inside('find / -xdev -iname "*packshot*" -not -path "/home/*" -not -path "/tmp/*" -not -path "/var/lib/dpkg/*"').stdout

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'packshot-bare-debian-'))
    system = join(work, 'system')
    const deb = await makeDeb(packed, work)
    const made = spawnSync('debootstrap', ['--variant=minbase', 'bookworm', system, findMirror()], { encoding: 'utf8', timeout: 900_000 })
    expect(made.status, made.stdout.slice(-2_000)).toBe(0)
    copyFileSync(deb, join(system, 'tmp/packshot.deb'))
    copyFileSync('/etc/resolv.conf', join(system, 'etc/resolv.conf'))
    copyFileSync(join(root, 'build/sample-pictures/pictures/Olive oil 500 ml.jpg'), join(system, 'tmp/oil.jpg'))
    before = findTraces()
    display = await startDisplay()
  }, 1_200_000)
  afterAll(async () => {
    await display?.stop()
    if (work) await rm(work, { recursive: true, force: true, maxRetries: 10 })
  })

  it('gets all that the package needs, without recommended packages', () => {
    const installed = inside(
      'apt-get update -qq && apt-get install -y --no-install-recommends /tmp/packshot.deb && useradd --create-home mia',
      900_000,
    )
    expect(installed.status, installed.stderr.slice(-2_000)).toBe(0)
  }, 900_000)

  it('runs the command for a plain user, without a display, a keyring and a session', () => {
    expect(asMia('packshot add /tmp/oil.jpg')).toMatchObject({ stdout: expect.stringContaining('1 picture added.'), status: 0 })
    expect(asMia('packshot status')).toMatchObject({ stdout: expect.stringContaining('Pictures: 1'), status: 0 })
    expect(asMia('packshot no-such-thing')).toMatchObject({ stderr: expect.stringContaining('unknown command'), status: 1 })
  })

  it('shows the window, in Chromium’s sandbox', async () => {
    const started = `su mia -c "cd; DISPLAY=${display.name} exec /opt/Packshot/packshot --disable-gpu"`
    const window = spawn(...enter(started), { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
    const ended = once(window, 'exit')
    await Promise.race([
      expect.poll(() => hasWindow(display, 'Packshot')).toBe(true),
      ended.then(() => Promise.reject(new Error('It ended.'))),
    ])
    process.kill(-Number(window.pid), 'SIGTERM')
    await ended
  })

  it('keeps nothing of a package that is removed but the data', () => {
    expect(inside('dpkg --purge packshot').status).toBe(0)
    expect(findTraces()).toBe(before)
    expect(readFileSync(join(system, 'home/mia/.local/share/packshot/library.db')).length).toBeGreaterThan(0)
  })
})
