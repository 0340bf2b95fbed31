import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renewCodeCache } from '../../electron/shell/renew-code-cache.ts'

let dataFolder: string
let cleared: number

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'packshot-code-cache-'))
  for (const name of ['window', 'page']) mkdirSync(join(dataFolder, name))
  cleared = 0
  build('index-1.js')
})
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }))

const build = (script: string): void =>
  writeFileSync(join(dataFolder, 'page', 'index.html'), `<script type="module" crossorigin src="./assets/${script}"></script>`)
const addPicture = (): string | undefined => mkdirSync(join(dataFolder, 'thumbnails', 'ab'), { recursive: true })
const clear = async (): Promise<void> => {
  cleared += 1
}
const start = (one = clear): Promise<void> =>
  renewCodeCache({ dataFolder, stateFolder: join(dataFolder, 'window'), page: join(dataFolder, 'page'), clear: one })

test('the cache of compiled code is cleared at the first start with pictures, and at no other', async () => {
  await start()
  expect(cleared).toBe(0)
  addPicture()
  await start()
  expect(cleared).toBe(1)
  await start()
  expect(cleared).toBe(1)
})

test('it is cleared again for another build of the page', async () => {
  addPicture()
  await start()
  build('index-2.js')
  await start()
  await start()
  expect(cleared).toBe(2)
})

test('a cache that could not be cleared is cleared at the next start', async () => {
  addPicture()
  await start(() => Promise.reject(new Error('in use')))
  await start()
  expect(cleared).toBe(1)
})

test('a page that is not built has no such cache', async () => {
  addPicture()
  rmSync(join(dataFolder, 'page'), { recursive: true })
  await start()
  expect(cleared).toBe(0)
})
