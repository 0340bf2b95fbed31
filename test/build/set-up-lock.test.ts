import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const lock = new URL('../../build/set-up-lock.mjs', import.meta.url).href
let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'packshot-lock-'))
})
afterEach(() => rm(root, { recursive: true }))

/** A process that takes the lock, notes when it got and released it, and holds it for some milliseconds. */
const holder = (milliseconds: number, before = '') =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `${before}
       const { appendFileSync } = await import('node:fs')
       const { withSetUpLock } = await import('${lock}')
       const note = (word) => appendFileSync('notes', word + '\\n')
       await withSetUpLock('.', async () => { note('in'); console.log('in'); await new Promise((go) => setTimeout(go, ${milliseconds})); note('out') }, { waitMs: 20 })`,
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )

it('the lock of the set-up lets in one at a time', async () => {
  await Promise.all([holder(100), holder(100), holder(100)].map((child) => once(child, 'close')))
  expect(await readFile(join(root, 'notes'), 'utf8')).toBe('in\nout\n'.repeat(3))
})

it('the lock of the set-up is free again after its holder was killed', async () => {
  const killed = holder(60_000)
  await once(killed.stdout, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'close')
  await once(holder(0), 'close')
  expect(await readFile(join(root, 'notes'), 'utf8')).toBe('in\nin\nout\n')
})

it('the lock of the set-up stays locked while a child of the killed holder still works', async () => {
  const npm = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'])
  const killed = holder(60_000)
  await once(killed.stdout, 'data')
  await writeFile(join(root, '.runtime/set-up.lock'), `${killed.pid} ${npm.pid}`)
  killed.kill('SIGKILL')
  await once(killed, 'close')
  const next = holder(0)
  // Another process waits, so there is no sign but time: a lock that let it in would have done so long before.
  const waited = await Promise.race([once(next, 'close').then(() => 'took it'), new Promise((go) => setTimeout(go, 2_500, 'waits'))])
  expect(waited).toBe('waits')
  npm.kill('SIGKILL')
  await once(next, 'close')
  expect(await readFile(join(root, 'notes'), 'utf8')).toBe('in\nin\nout\n')
})

/** Code that makes calls of node:fs fail as Windows does for a file that is being deleted, each function this many times. */
const deny = (times: number): string => `
  const fs = (await import('node:fs')).default
  const { syncBuiltinESMExports } = await import('node:module')
  for (const name of ['writeFileSync', 'readFileSync', 'renameSync', 'rmSync']) {
    const real = fs[name]
    let left = ${times}
    fs[name] = (path, ...rest) => {
      if (!String(path).includes('set-up.lock') || left-- <= 0) return real(path, ...rest)
      throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' })
    }
  }
  syncBuiltinESMExports()`

it('the set-up waits while its lock is being deleted, takes it, and releases it', async () => {
  await once(holder(0, deny(3)), 'close')
  expect(await readFile(join(root, 'notes'), 'utf8')).toBe('in\nout\n')
  await once(holder(0), 'close')
  expect(await readFile(join(root, 'notes'), 'utf8')).toBe('in\nout\n'.repeat(2))
})

it('the set-up fails at once if the folder is not writable', async () => {
  const [code] = await once(holder(0, deny(1_000)), 'close')
  expect(code).toBe(1)
  await expect(readFile(join(root, 'notes'))).rejects.toMatchObject({ code: 'ENOENT' })
})
