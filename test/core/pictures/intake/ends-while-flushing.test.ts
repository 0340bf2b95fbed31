import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Files } from '../../../../electron/core/base/platform/files.ts'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { waitFor, writePng } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

let held: Promise<void> | undefined
let flushes = 0
const files: Files = {
  ...systemFiles,
  flushFolder: async (folder) => {
    if (folder.includes('originals')) flushes++
    if (folder.includes('originals')) await held
    await systemFiles.flushFolder(folder)
  },
}
const library = prepareTestLibrary({ files })

it('a drop that is still flushing when Packshot ends is interrupted, and continues at the next start', async () => {
  const picture = join(library.folder(), 'one.png')
  await writePng(picture, 'one')
  let release = (): void => {}
  held = new Promise((resolve) => {
    release = resolve
  })
  const ended = expect(library.core().addFiles([picture])).rejects.toMatchObject({ code: 'cancelled' })
  await waitFor(() => flushes > 0)
  await library.close()
  release()
  await ended
  await library.reopen()
  await library.core().addUnfinished()
  expect((await library.page()).total).toBe(1)
})
