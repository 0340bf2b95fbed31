import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { originalPath, readOriginalName } from '../../../../electron/core/pictures/library/original-path.ts'
import { openTestCore, writePng } from '../../../support/open-test-core.ts'

const sha256 = 'ab'.repeat(32)
const nameOf = (name: string): string => readOriginalName(originalPath(sha256, name))?.name ?? ''

it.each([
  ['a'.repeat(200), 'a'.repeat(60)],
  [`${'long '.repeat(40)}end.jpg`, `${'long '.repeat(40)}end.jpg`.slice(-60)],
  ['写'.repeat(100), '写'.repeat(50)],
  ['🙂'.repeat(40), '🙂'.repeat(30)],
  ['name.', 'name_'],
  ['name ', 'name_'],
  ['a:b?.png', 'a_b_.png'],
  ['Cafe\u0301.png', 'Café.png'],
  ['half \ud83d.png', 'half \ufffd.png'],
])('keeps the part of “%s” that is valid on every system', (name, kept) => {
  expect(nameOf(name)).toBe(kept)
})

it('an original has the same path on every system, so that a library can be moved between them', () => {
  expect(originalPath(sha256, 'a.png')).toBe(`originals/a/${sha256}~a.png`)
})

it('a data folder path below 120 characters keeps originals below Windows’ limit of 260', () => {
  expect(`${'x'.repeat(119)}\\${originalPath(sha256, 'n'.repeat(300))}`.length).toBeLessThan(260)
})

it('a picture is restored to the place that an earlier version chose by other rules', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-original-names-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  const path = join(folder, `${'n'.repeat(120)}.png`)
  await writePng(path, 'one')
  const hash = createHash('sha256')
    .update(await systemFiles.read(path))
    .digest('hex')
  const place = join(data, 'originals', hash.slice(0, 1))
  const old = `${hash}~${'n'.repeat(120)}.png`
  await systemFiles.makeFolder(place)
  await systemFiles.copy(path, join(place, old))
  // The folder has originals but no library file.
  const first = await openTestCore(data)
  expect(await first.client.pictures.list()).toHaveLength(1)
  await systemFiles.remove(join(place, old))
  await first.client.intake.add({ named: [path], recursive: false, upload: false })
  await first.core.stop()
  expect(await readdir(place)).toEqual([old])
})
