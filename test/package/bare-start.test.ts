import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

/** The package where the system lacks what programs usually have. */
const { lack, folder: packed } = inject('madePackage')

describe.skipIf(lack)(`the package on a system that lacks things${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let home: string
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'packshot-bare-start-'))
    writeFileSync(join(home, 'no-folder'), '')
  })
  afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 10 }))

  const run = (program: string, args: readonly string[], more: NodeJS.ProcessEnv) =>
    spawnSync(join(packed, program), args, {
      env: { PATH: '/usr/bin:/bin', HOME: home, ...more },
      encoding: 'utf8',
      timeout: 60_000,
      killSignal: 'SIGKILL',
    })

  it('runs the command where the folder for temporary files is none', () => {
    const there = { TMPDIR: join(home, 'no-folder') }
    expect(run('resources/bin/packshot', ['status'], there)).toMatchObject({ stdout: expect.stringContaining('Pictures: 0'), status: 0 })
    expect(run('resources/bin/packshot', ['nonsense'], there)).toMatchObject({
      stderr: expect.stringContaining('unknown command'),
      status: 1,
    })
  })

  it('says which temporary folder it can’t make', () => {
    const { stderr, status } = run('packshot', ['--no-sandbox', '--ozone-platform=headless', '--command', '--', 'status'], {
      TMPDIR: join(home, 'no-folder'),
    })
    expect(stderr).toContain(`It can’t make its temporary folder in ${join(home, 'no-folder')} (ENOTDIR).`)
    expect(status).toBe(3)
  })

  it('says that its window needs a display', () => {
    const { stderr, status } = run('packshot', ['--no-sandbox'], {})
    expect(stderr).toContain('Packshot cannot start. Its window needs a display')
    expect(status).toBe(3)
  })
})
