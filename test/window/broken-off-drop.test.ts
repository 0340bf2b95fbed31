import { once } from 'node:events'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { writePictureTree } from '../fixtures/picture-tree.ts'
import { dragFilesOnto } from '../support/drag-files.ts'
import { lackForElectronTests } from '../support/electron-host.ts'
import { setUpElectronWithService } from '../support/electron-with-service.ts'
import { realBuild } from '../support/host-build.ts'
import { connectWithKey, countInLibrary, readNotAdded } from '../support/library-page.ts'

const lack = lackForElectronTests()
const pictures = 600

describe.skipIf(lack)(`an interrupted drop${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const set = setUpElectronWithService()
  let tree: string
  beforeEach(async () => {
    tree = join(set.folder(), 'tree')
    await writePictureTree(tree, pictures)
  })

  it('continues at the next start after SIGKILL: every picture is there once, none is refused', async () => {
    const first = await set.open(realBuild)
    await dragFilesOnto(first.page, 'body', [tree])
    await expect.poll(() => countInLibrary(first.page), { interval: 50 }).toBeGreaterThan(30)
    await first.kill()
    const { page } = await set.open(realBuild)
    await expect.poll(() => countInLibrary(page), { interval: 250 }).toBe(pictures)
    expect(await readNotAdded(page)).toEqual([])
  })

  it('continues in the background after the window is closed, until everything is uploaded, even if uploads are faster than the intake', async () => {
    const { app, page, answerDialogs, dialogs } = await set.open(realBuild)
    await connectWithKey(page, set.service().baseUrl)
    await dragFilesOnto(page, 'body', [tree])
    await expect.poll(() => countInLibrary(page), { interval: 50 }).toBeGreaterThan(30)
    await answerDialogs([0])
    const ended = once(app.process(), 'exit')
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await expect.poll(async () => (await dialogs()).length).toBe(1)
    expect((await ended)[0]).toBe(0)
    expect(set.service().received.filter((one) => one.path === '/v1/sources')).toHaveLength(pictures)
  })
})
