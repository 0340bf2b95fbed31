import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { runCommand } from '../../electron/cli/run-command.ts'

it('advises --recursive for an empty folder only where it was not given', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-add-nothing-'))
  await mkdir(join(folder, 'empty'))
  const noteOf = async (...more: string[]): Promise<string> => {
    let stderr = ''
    const code = await runCommand(['add', join(folder, 'empty'), ...more], {
      version: '1.2.3',
      entries: { imageProcess: 'none', sampleWorkspace: 'none' },
      environment: { PACKSHOT_DATA_DIR: join(folder, 'data') },
      platform: process.platform,
      stdout: () => {},
      stderr: (text) => {
        stderr += text
      },
      stdin: Readable.from(['']),
    })
    expect(code).toBe(0)
    return stderr
  }
  try {
    expect(await noteOf()).toContain('No files were found. Add --recursive to include subfolders.')
    const told = await noteOf('--recursive')
    expect(told).toContain('No files were found.')
    expect(told).not.toContain('Add --recursive')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
