import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Display, hasWindow, hasXdotool, pressEnter, startDisplay } from '../support/display.ts'
import { lackOf } from '../support/lacks.ts'
import { makeAppImage } from './make-app-image.ts'
import { openPackagedApp } from './packaged-app.ts'

/** An AppImage's contents and its start script, which adds `--no-sandbox` where plain users get no user namespaces. */
const { lack: noPackage, folder: packed } = inject('madePackage')
const lack = noPackage ?? (process.getuid?.() !== 0 ? lackOf('not-root') : hasXdotool() ? null : lackOf('no-xdotool'))
/** `nobody` of Linux. */
const user = 65_534

describe.skipIf(lack)(`an AppImage${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let work: string
  let image: string
  let display: Display
  let environment: NodeJS.ProcessEnv

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'packshot-app-image-'))
    image = await makeAppImage(packed, work)
    display = await startDisplay()
    await mkdir(join(work, 'tmp'))
    await mkdir(join(work, 'without-namespaces'))
    await writeFile(join(work, 'without-namespaces/unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    for (const folder of [work, join(work, 'tmp')]) await chown(folder, user, user)
    await chmod(image, 0o755)
    environment = {
      PATH: process.env.PATH,
      HOME: work,
      TMPDIR: join(work, 'tmp'),
      DISPLAY: display.name,
      LC_ALL: 'C.UTF-8',
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    }
  })
  afterAll(async () => {
    await display?.stop()
    if (work) await rm(work, { recursive: true, force: true, maxRetries: 10 })
  })

  it.each([
    ['where the system gives plain users no sandbox', [], { namespaces: 'none' }],
    ['with the switch', ['--no-sandbox'], { namespaces: 'some' }],
    ['with the variable', [], { namespaces: 'some', ELECTRON_DISABLE_SANDBOX: '1' }],
  ])('never shows its window %s: it says what to do, and ends', async (_name, args, { namespaces, ...more }) => {
    const path = namespaces === 'none' ? `${join(work, 'without-namespaces')}:${environment.PATH}` : environment.PATH
    const child = spawn(join(image, 'AppRun'), ['--disable-gpu', ...args], {
      env: { ...environment, ...more, PATH: path },
      uid: user,
      gid: user,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let printed = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
    await expect.poll(() => hasWindow(display, 'Packshot cannot start')).toBe(true)
    expect(printed).toMatch(/^Packshot cannot start\. It was started without its sandbox.* Start it without --no-sandbox/m)
    pressEnter(display, 'Packshot cannot start')
    // Half a minute, where nothing woke Electron.
    await expect.poll(() => child.exitCode, { timeout: 20_000 }).toBe(3)
    expect(existsSync(join(work, '.local'))).toBe(false)
  })

  it('starts in the sandbox where there is one', async () => {
    const app = await openPackagedApp({ program: join(image, 'AppRun'), cwd: work, env: environment, user })
    expect(readFileSync(`/proc/${app.child.pid}/cmdline`, 'utf8')).not.toContain('no-sandbox')
    expect(await app.stop()).toBe(0)
  })

  it('gives desktops that take it in no switch', () => {
    expect(readFileSync(join(image, 'packshot.desktop'), 'utf8')).toMatch(/^Exec=AppRun +%U$/m)
  })
})
