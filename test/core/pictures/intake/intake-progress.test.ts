import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createIntakeProgress } from '../../../../electron/core/pictures/intake/intake-progress.ts'

it('the progress of an intake knows how many files there are long before all of them are added', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-progress-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'deep'))
  for (let index = 0; index < 400; index++) await writeFile(join(folder, 'deep', `${index}.png`), '')
  let changes = 0
  const progress = createIntakeProgress(() => void changes++, systemPlatform)
  expect(progress.get()).toBeNull()
  await progress.follow({ paths: [folder], urls: [], recursive: true }, async ({ onBatch }) => {
    onBatch({ added: Array(10), known: [], refused: [] })
    await expect.poll(progress.get).toEqual({ found: 400, done: 10 })
  })
  expect(progress.get()).toBeNull()
  // The begin, the count on its way, the ten added, the end.
  expect(changes).toBe(4)
})
