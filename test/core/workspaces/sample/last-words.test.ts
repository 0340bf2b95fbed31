import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { spawnNodeProgram } from '../../../../electron/core/workspaces/sample/spawn-node-program.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-last-words-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

it('reports the end of a program after the last of what it wrote', async () => {
  // A second process, which writes once the program is gone, stands for output that is still to be read.
  const late = `process.stdin.resume().on('end', () => process.stderr.write('last words'))`
  const entry = join(folder, 'program.mjs')
  await writeFile(
    entry,
    `import { spawn } from 'node:child_process'
spawn(process.execPath, ['-e', ${JSON.stringify(late)}], { stdio: ['pipe', 'ignore', 'inherit'] }).once('spawn', () => process.exit(3))`,
  )
  const heard: string[] = []
  const child = spawnNodeProgram(entry, [])
  child.onComplaint((text) => heard.push(text))
  await new Promise<void>((resolve) => child.onEnd((how) => resolve(void heard.push(how))))
  expect(heard).toEqual(['last words', '3'])
})
