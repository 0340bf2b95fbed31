import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Display, hasWindow, hasXdotool, startDisplay } from '../support/display.ts'
import { electronCommand, lackForElectronTests } from '../support/electron-host.ts'
import { realBuild } from '../support/host-build.ts'
import { lackOf } from '../support/lacks.ts'

const lack = lackForElectronTests() ?? (hasXdotool() ? null : lackOf('no-xdotool'))
let folder: string
let display: Display
let child: ChildProcess | undefined

/** Starts Packshot on a folder; resolves once a window says that it can't start, to what it wrote for a terminal. */
const startOn = async (dataFolder: string): Promise<string> => {
  const { program, args } = electronCommand({ build: realBuild, dataFolder })
  const started = spawn(program, args, { env: { ...process.env, DISPLAY: display.name }, stdio: ['ignore', 'ignore', 'pipe'] })
  child = started
  let said = ''
  started.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await expect.poll(() => hasWindow(display, 'Packshot cannot start')).toBe(true)
  const line = (): string | undefined => said.split('\n').find((one) => one.startsWith('Packshot cannot start'))
  await expect.poll(line).toBeDefined()
  return line() ?? ''
}

describe.skipIf(lack)(`a start without a usable data folder${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    display = await startDisplay()
  })
  afterAll(() => display?.stop())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-without-folder-'))
  })
  /** It obeys a signal while the message is shown. */
  afterEach(async () => {
    if (child?.exitCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  })

  it('says that a file is in its place', async () => {
    const path = join(folder, 'file')
    await writeFile(path, 'mine')
    expect(await startOn(path)).toContain(
      `The data folder ${path} can’t be made: it, or what it is in, is a file. Name a folder with --data-dir`,
    )
  })

  it('says that its drive is not there', async () => {
    const path = join(folder, 'data')
    await symlink('/media/nowhere/packshot', path)
    expect(await startOn(path)).toMatch(/what it is in is not there, or is read-only\. .*Connect its drive/)
  })
})
