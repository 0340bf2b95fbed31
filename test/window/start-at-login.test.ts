import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Display, hasWindow, hasXdotool, startDisplay } from '../support/display.ts'
import { electronCommand, lackForElectronTests } from '../support/electron-host.ts'
import { realBuild } from '../support/host-build.ts'
import { lackOf } from '../support/lacks.ts'
import { packshot } from '../support/packshot-process.ts'

const lack = lackForElectronTests() ?? (hasXdotool() ? null : lackOf('no-xdotool'))
let display: Display
let folder: string
let dataFolder: string
let child: ChildProcess | undefined

const start = (...args: readonly string[]): ChildProcess => {
  const { program, args: given } = electronCommand({ build: realBuild, dataFolder, args })
  return spawn(program, given, { env: { ...process.env, DISPLAY: display.name }, stdio: 'ignore' })
}

/** Whether this process works with the library. A window would have been made before. */
const hasOpened = (pid: number | undefined): boolean => {
  const files = `/proc/${pid}/fd`
  return readdirSync(files).some((name) => {
    try {
      return readlinkSync(join(files, name)).endsWith('/library.db')
    } catch {
      // It has been closed meanwhile.
      return false
    }
  })
}

describe.skipIf(lack)(`a start by the system when a person signs in${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    display = await startDisplay()
  })
  afterAll(() => display?.stop())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-at-login-'))
    dataFolder = join(folder, 'data')
  })
  afterEach(async () => {
    if (child?.exitCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  it('watches folders without a window; another start shows it', async () => {
    await mkdir(join(folder, 'shoot'))
    expect(await packshot(['watch', join(folder, 'shoot'), '--once'], { dataFolder })).toMatchObject({ code: 0 })
    child = start('--background')
    await expect.poll(() => hasOpened(child?.pid)).toBe(true)
    expect(hasWindow(display, 'Packshot')).toBe(false)
    const second = start()
    expect(await once(second, 'exit')).toEqual([0, null])
    await expect.poll(() => hasWindow(display, 'Packshot')).toBe(true)
  })

  it('ends when there is nothing to watch and nothing to do', async () => {
    child = start('--background')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})
