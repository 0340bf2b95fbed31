import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PageAnswer } from '../../../electron/core/window/page-policy.ts'
import { createServePage } from '../../../electron/core/window/serve-page.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-serve-page-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(
    join(folder, 'index.html'),
    '<script src="./assets/page.js"></script><link href="/assets/page.css"><a href="/assets/none.js">',
  )
  await writeFile(join(folder, 'assets/page.js'), 'script')
  await writeFile(join(folder, 'assets/page.css'), 'styles')
  await writeFile(join(folder, 'assets/later.js'), 'later')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const create = () => createServePage({ folder, locateImage: async () => undefined })
const read = ({ status, body }: PageAnswer): readonly [number, string] => [
  status,
  body.kind === 'bytes' ? Buffer.from(body.bytes).toString() : body.path,
]

it('the window gets the page’s files every time, both preloaded ones and others', async () => {
  const answer = create()
  for (const _time of [1, 2]) {
    expect(read(await answer('/assets/page.js'))).toEqual([200, 'script'])
    expect(read(await answer('/assets/page.css'))).toEqual([200, 'styles'])
    expect(read(await answer('/assets/later.js'))).toEqual([200, 'later'])
    expect(read(await answer('/'))[1]).toContain('./assets/page.js')
  }
})

it('says in the page that there is no library, as long as there is none', async () => {
  await writeFile(join(folder, 'index.html'), '<meta name="library" content="" />')
  let isNew = true
  const answer = createServePage({ folder, locateImage: async () => undefined, isNew: () => isNew })
  expect(read(await answer('/'))[1]).toBe('<meta name="library" content="new" />')
  isNew = false
  expect(read(await answer('/'))[1]).toBe('<meta name="library" content="" />')
})

it('the window gets a 404 for missing files, including one that the page names, a path out of the folder, and a folder', async () => {
  const answer = create()
  for (const path of ['/assets/none.js', '/assets/../../etc/passwd', '/assets', '/assets/', '//', '/thumbnail/x'])
    expect((await answer(path)).status, path).toBe(404)
})
