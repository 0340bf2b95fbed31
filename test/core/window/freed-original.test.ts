import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createPageAnswerer } from '../../../electron/core/window/answer-page.ts'

const id = `img_${'a'.repeat(24)}`

it('a picture whose original was deleted to save space is shown by its thumbnail until the original is back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-page-'))
  await writeFile(join(folder, 'small'), 'small')
  const answerPage = createPageAnswerer({
    folder,
    locateImage: async (_id, part) => ({ path: join(folder, part === 'thumbnail' ? 'small' : 'original'), type: 'image/jpeg' }),
  })
  const freed = await answerPage(`/preview/${id}`)
  expect(freed).toMatchObject({
    status: 200,
    headers: { 'content-type': 'image/jpeg', 'cache-control': 'no-store' },
    body: { kind: 'bytes' },
  })
  await writeFile(join(folder, 'original'), 'the original')
  expect(await answerPage(`/preview/${id}`)).toMatchObject({ status: 200, headers: { 'content-length': '12' }, body: { kind: 'file' } })
  await rm(folder, { recursive: true })
})
