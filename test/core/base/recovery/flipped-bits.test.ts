import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createRandom } from '../../../fixtures/random.ts'
import { openTestCore, waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { readAnswers } from '../../../support/read-answers.ts'
import { seed } from '../../../support/seed.ts'

const library = prepareTestLibrary()
const flips = 25

const flip = (path: string, random: () => number): number => {
  const at = Math.floor(random() * statSync(path).size)
  const file = openSync(path, 'r+')
  const byte = Buffer.alloc(1)
  readSync(file, byte, 0, 1, at)
  byte[0] = (byte[0] ?? 0) ^ (1 << Math.floor(random() * 8))
  writeSync(file, byte, 0, 1, at)
  closeSync(file)
  return at
}

/** Opens the folder, works through its queue and reads everything. `damaged`: a new start repairs it; `settled`: all is well. */
const openAndWork = async (folder: string): Promise<'damaged' | 'settled' | 'refused'> => {
  let isDamaged = false
  const onDamage = (): void => {
    isDamaged = true
  }
  const opened = await openTestCore(folder, { onDamage }).catch((error: { code?: string }) => error.code)
  if (opened === undefined || typeof opened === 'string') return opened === 'data-newer' ? 'refused' : 'damaged'
  const { core, client } = opened
  try {
    await client.session.connect({ kind: 'api-key', baseUrl: library.service().baseUrl, apiKey: 'key', rates: { 'analyse-image': null } })
    await core.start()
    const isOver = async () => {
      const { waiting, running } = (await client.queue.status()).counts
      return isDamaged || (waiting === 0 && running === 0)
    }
    await waitFor(isOver, 15_000)
    await Promise.all([client.jobs.list({}), client.pictures.list(), client.products.list(), readAnswers(client), client.session.get()])
    return isDamaged ? 'damaged' : 'settled'
  } catch (error) {
    // It is told once it is noted on disk, after the call has failed.
    await waitFor(() => isDamaged, 5_000).catch(() => {
      throw error
    })
    return 'damaged'
  } finally {
    await core.stop().catch(() => {})
  }
}

it('works after any flipped bit: damage is repaired or restored by a restart', { timeout: 300_000 }, async () => {
  await library.add(['one.png', 'two.png', 'three.png'])
  await library.connect()
  await library.ask(['one.png', 'two.png'], 'White?')
  await library.start()
  await library.settled()
  await library.ask(['one.png', 'two.png', 'three.png'], 'Blue?')
  await library.attach([(await library.row('one.png')).id])
  await library.close()
  const random = createRandom(seed)
  for (let index = 0; index < flips; index++) {
    const folder = join(library.folder(), `flipped ${index}`)
    await cp(join(library.folder(), 'data'), folder, { recursive: true })
    const at = flip(join(folder, 'library.db'), random)
    let how = await openAndWork(folder)
    for (let start = 0; how === 'damaged' && start < 3; start++) how = await openAndWork(folder)
    expect(how, `flip ${index} at ${at}`).not.toBe('damaged')
    await rm(folder, { recursive: true, force: true })
  }
})
