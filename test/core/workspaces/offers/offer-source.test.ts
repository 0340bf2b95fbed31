import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { collectText, readOfferFile } from '../../../../electron/core/workspaces/offers/offer-source.ts'
import { lackOf } from '../../../support/lacks.ts'

const text = JSON.stringify({
  packshot: 1,
  name: 'Bücher & Café',
  baseUrl: 'https://api.example.com',
  clientId: 'id',
  clientSecret: 'secret',
  redirectUris: ['packshot://oauth/callback'],
})
const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-offer-'))
  path = join(folder, 'team.packshot')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it.each<[string, Buffer]>([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16, as Windows writes it', utf16],
  ['UTF-16, big end first', Buffer.from(utf16).swap16()],
])('reads a file in %s, by its path and as bytes', async (_, bytes) => {
  await writeFile(path, bytes)
  expect((await readOfferFile(path)).file.name).toBe('Bücher & Café')
  expect(
    (
      await collectText(
        (async function* () {
          yield bytes.subarray(0, 3)
          yield bytes.subarray(3)
        })(),
      )
    ).replace('\ufeff', ''),
  ).toBe(text)
})

it('an offered connection that is not a file, such as a pipe, is rejected at once', async (context) => {
  if (spawnSync('mkfifo', [path]).status !== 0) context.skip(lackOf('no-mkfifo'))
  await expect(readOfferFile(path)).rejects.toMatchObject({
    code: 'invalid-connection-file',
    message: expect.stringContaining('not a file'),
  })
  await expect(readOfferFile(folder)).rejects.toMatchObject({ code: 'invalid-connection-file' })
})
