import { createHash } from 'node:crypto'
import { cp, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createSequenceMark } from '../../../electron/core/base/database/sequence-mark.ts'
import { systemFiles } from '../../../electron/core/base/platform/system-files.ts'
import { AppError } from '../../../shared/base/errors.ts'
import { createRandom } from '../../fixtures/random.ts'
import { openTestCore, waitFor } from '../../support/open-test-core.ts'
import { type ScriptedService, startScriptedService } from '../../support/scripted-service.ts'
import { askForMainJob, connectToScripted, settleAll } from './main-job.ts'
import type { Part } from './part.ts'

const pictures = 4

/** Of every file of the library, only files that were left unchanged may be refused. */
const fingerprint = async (data: string): Promise<string> => {
  const names = (await readdir(data)).filter((name) => name.startsWith('library.db')).sort()
  const parts = await Promise.all(
    names.map(async (name) =>
      createHash('sha256')
        .update(await readFile(join(data, name)))
        .digest('hex'),
    ),
  )
  return names.map((name, index) => `${name} ${parts[index]}`).join('\n')
}

const flip = async (file: string, random: () => number, bits: number): Promise<void> => {
  const { size } = await stat(file)
  const handle = await open(file, 'r+')
  for (let count = 0; count < bits; count++) {
    const at = Math.floor(random() * size)
    const byte = Buffer.alloc(1)
    await handle.read(byte, 0, 1, at)
    byte[0] = (byte[0] ?? 0) ^ (1 << Math.floor(random() * 8))
    await handle.write(byte, 0, 1, at)
  }
  await handle.close()
}

const damage = async (data: string, random: () => number): Promise<string> => {
  const main = join(data, 'library.db')
  const wal = join(data, 'library.db-wal')
  const hasWal = (await stat(wal).catch(() => null))?.size ?? 0
  const kinds: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['one bit of the library', () => flip(main, random, 1)],
    ['100 bits of the library', () => flip(main, random, 100)],
    ['a cut-off library', async () => truncate(main, Math.floor(random() * (await stat(main)).size))],
    ['an empty library', () => writeFile(main, '')],
    ['no library', () => rm(main)],
    ...(hasWal > 0
      ? ([
          ['one bit of the log', () => flip(wal, random, 1)],
          ['a cut-off log', () => truncate(wal, Math.floor(random() * hasWal))],
          ['a lost log', () => rm(wal)],
        ] as const)
      : []),
  ]
  const [name, act] = kinds[Math.floor(random() * kinds.length)] ?? (kinds[0] as (typeof kinds)[number])
  await act()
  return name
}

/** The mark follows the library within a tenth of a second. Damage in that time is not noticed (core/base/database/README.md). */
const isMarked = (data: string): boolean => {
  const database = new DatabaseSync(join(data, 'library.db'), { readOnly: true })
  const row = database.prepare('SELECT sequence FROM library').get()
  database.close()
  return createSequenceMark(data, systemFiles.sync).read()?.sequence === Number(row?.sequence)
}

/** A library with finished and waiting work, copied while it is open: the state after a crash. */
const makeLibrary = async (folder: string, service: ScriptedService): Promise<string> => {
  const data = join(folder, 'data')
  const opened = await openTestCore(data)
  await connectToScripted(opened.client, service.baseUrl)
  await opened.core.start()
  await askForMainJob(opened.client, join(folder, 'pictures'), pictures)
  const left = await settleAll(opened.client, 60_000)
  if (left !== null) throw new Error(left)
  await opened.client.queue.pause()
  await opened.client.questions.ask({ images: { kind: 'all' }, questions: ['Blue?'], again: false })
  await waitFor(() => isMarked(data))
  const made = join(folder, 'made')
  await cp(data, made, { recursive: true, filter: (path) => !path.endsWith('.lock') })
  await opened.core.stop()
  return made
}

/** The outcome of one start. `saysStartAgain`: the person read that in a failed call or a dialog. */
type Start = { readonly lost: string | null; readonly saysStartAgain: boolean; readonly isRefused?: true }

/** Opens the library and completes all work. `null`: nothing is lost. */
const startOnce = async (data: string, service: ScriptedService): Promise<Start> => {
  let isDamageTold = false
  const opened = await openTestCore(data, {
    onDamage: () => {
      isDamageTold = true
    },
  }).catch((error: unknown) => String(error))
  if (typeof opened === 'string') return { lost: opened, saysStartAgain: false, isRefused: true }
  const end = (lost: string | null, saysStartAgain = isDamageTold): Start => ({ lost, saysStartAgain })
  try {
    await connectToScripted(opened.client, service.baseUrl)
    await opened.core.start()
    await opened.client.queue.resume()
    const left = await settleAll(opened.client, 30_000, () => isDamageTold)
    const [images, jobs] = [await opened.client.pictures.list(), await opened.client.jobs.list({})]
    const isSaid = opened.core.restored.length > 0
    if (images.length < pictures) return end(`${images.length} of ${pictures} pictures${isSaid ? ', said' : ' in silence'}`)
    if (!isSaid && jobs.length < pictures * 3 + 2) return end(`${jobs.length} of ${pictures * 3 + 2} jobs in silence`)
    return end(left)
  } catch (error) {
    const tellsSo = error instanceof AppError && error.code === 'data-corrupt' && /start packshot again/i.test(error.action)
    return end(`a call failed: ${String(error)}`, isDamageTold || tellsSo)
  } finally {
    await opened.core.stop().catch(() => {})
  }
}

/** A person follows the message up to this many times, because damage may be found piece by piece. */
const mostStarts = 3

const tryDamage = async (made: string, service: ScriptedService, index: number): Promise<string | null> => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-damaged-'))
  const data = join(folder, 'data')
  try {
    await cp(made, data, { recursive: true })
    const what = await damage(data, createRandom(index + 1))
    const before = await fingerprint(data)
    let said = ''
    for (let start = 1; start <= mostStarts; start++) {
      const { lost, saysStartAgain, isRefused } = await startOnce(data, service)
      if (isRefused && start === 1) return (await fingerprint(data)) === before ? null : `${what}: refused, but changed: ${lost}`
      if (lost === null) return null
      said += ` start ${start}: ${lost};`
      if (!saysStartAgain) break
    }
    return `${what}:${said}`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const damaged: Part = {
  name: 'damaged',
  title: 'Damaged libraries: repaired or restored, and said, or refused unchanged',
  total: 1_000,
  atOnce: 4,
  open: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'packshot-library-'))
    const service = await startScriptedService()
    const made = await makeLibrary(folder, service)
    return {
      tryOne: (index) => tryDamage(made, service, index),
      close: async () => {
        await service.stop()
        await rm(folder, { recursive: true, force: true })
      },
    }
  },
}
