import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { leaveProcess } from '../../../../electron/core/base/keychain/leave-process.ts'
import { lackOf } from '../../../support/lacks.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-leave-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const keychain = (name: string): string => fileURLToPath(new URL(`../../../../electron/core/base/keychain/${name}`, import.meta.url))

/** A program that asks a keychain, whose thread waits for `pipe`, and then tries to exit with 3. */
const program = (pipe: string, wait: number): string => `
  import { open } from 'node:fs/promises'
  import { createAskInTurn } from ${JSON.stringify(keychain('ask-in-turn.ts'))}
  import { leaveProcess } from ${JSON.stringify(keychain('leave-process.ts'))}
  createAskInTurn(60_000)(() => open(${JSON.stringify(pipe)}, 'r')).catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 50))
  await leaveProcess(() => process.exit(3), { waitMs: ${wait} })
`

// Windows has no pipes with names in folders.
const lack = process.platform === 'win32' ? lackOf('on-windows') : null

describe.skipIf(lack)(`a process whose keychain was asked${lack ? ` (skipped: ${lack})` : ''}`, () => {
  it('exits even when the keychain’s prompt is not answered', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const ended = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program(pipe, 200)], {
      timeout: 20_000,
    }).then(
      () => null,
      (error: { signal?: string; killed?: boolean; stderr?: string }) => error,
    )
    // It ended itself, before the test's time limit.
    expect(ended).toMatchObject({
      signal: 'SIGKILL',
      killed: false,
      stderr: expect.stringMatching(/keychain did not answer.*saved.*Unlock/),
    })
  })

  it('exits with its own code once the prompt is answered', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const child = spawn(process.execPath, ['--input-type=module', '-e', program(pipe, 20_000)], { stdio: 'ignore' })
    const answering = spawn('sh', ['-c', `: > '${pipe}'`], { stdio: 'ignore' })
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(3)
    answering.kill()
  })
})

it('a process that never asked the keychain exits at once', async () => {
  let exits = 0
  await leaveProcess(() => void exits++, { isAsked: () => false, kill: () => expect.unreachable() })
  expect(exits).toBe(1)
})
