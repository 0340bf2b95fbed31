import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createServePage } from '../../../electron/core/window/serve-page.ts'

const id = `img_${'a'.repeat(24)}`

it('a picture whose original was deleted to save space is shown by its thumbnail until the original is back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-page-'))
  await writeFile(join(folder, 'small'), 'small')
  const servePage = createServePage({
    folder,
    locateImage: async (_id, part) => ({ path: join(folder, part === 'thumbnail' ? 'small' : 'original'), type: 'image/jpeg', version: 1 }),
  })
  const freed = await servePage(`/preview/${id}`)
  expect(freed).toMatchObject({
    status: 200,
    headers: { 'content-type': 'image/jpeg', 'cache-control': 'no-store' },
    body: { kind: 'bytes' },
  })
  await writeFile(join(folder, 'original'), 'the original')
  expect(await servePage(`/preview/${id}`)).toMatchObject({ status: 200, headers: { 'content-length': '12' }, body: { kind: 'file' } })
  await rm(folder, { recursive: true })
})

it('a converted picture is kept by the window only with the settings that it was converted with', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-page-'))
  await writeFile(join(folder, 'sent'), 'a picture')
  const servePage = createServePage({
    folder,
    locateImage: async () => ({ path: join(folder, 'sent'), type: 'image/jpeg', version: 1, sentAs: '1-q80' }),
  })
  const keptFor = async (query: string) => (await servePage(`/preview/${id}`, query)).headers['cache-control']
  expect(await keptFor('?v=1&as=1-q80')).toContain('immutable')
  // Another workspace, or another quality, gets another file under the same address.
  for (const query of ['?v=1', '?v=1&as=1-q90', '?v=2&as=1-q80', '?v=1&as=original', '']) expect(await keptFor(query)).toBe('no-cache')
  await rm(folder, { recursive: true })
})
