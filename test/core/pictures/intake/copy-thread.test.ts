import { copyFile, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { receiveError, sendError } from '../../../../electron/core/pictures/intake/copy-tasks.ts'
import { type CopyThread, CopyThreadEnded, startCopyThread } from '../../../../electron/core/pictures/intake/start-copy-thread.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import { writeTestPictures } from '../../../fixtures/test-pictures.ts'
import { noBarcodes } from '../../../support/no-barcodes.ts'
import { openTestCore, type TestPorts } from '../../../support/open-test-core.ts'

const entry = fileURLToPath(new URL('../../../../electron/core/pictures/intake/copy-thread.ts', import.meta.url))

const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-copy-thread-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A drop with whatever people drop, in a fixed order. */
const writeDrop = async (folder: string): Promise<void> => {
  const paths = await writeTestPictures(folder, 60, { bytes: 20_000 })
  await writeTestPictures(join(folder, 'large'), 4, { bytes: 400_000 })
  await writeTestPictures(join(folder, 'very large'), 1, { bytes: 9_000_000 })
  await copyFile(paths[50] ?? '', join(folder, 'the same again.jpg'))
  await writeFile(join(folder, 'a text.jpg'), 'This is no picture.')
  await writeFile(join(folder, 'nothing.png'), '')
  await writeFile(join(folder, 'cut off.jpg'), Buffer.from([0xff, 0xd8, 0xff, 0xe0]))
  await symlink(join(folder, 'gone'), join(folder, 'link to nothing.jpg'))
}

/** Everything passes. */
const startImageProcess: TestPorts['startImageProcess'] = () => ({
  inspect: async ({ format }) => ({ format, width: 240, height: 160, orientation: 1, hasAlpha: false, hasGps: false }),
  ...noBarcodes,
  prepare: () => {},
  stop: async () => {},
})

/** What a core says of a dropped folder, and what is left in its data folder. */
const drop = async (folder: string, ports: (dataFolder: string) => TestPorts) => {
  const dataFolder = join(await makeFolder(), 'data')
  const { core, client } = await openTestCore(dataFolder, { startImageProcess, ...ports(dataFolder) })
  const counts = await core.addFiles([folder])
  const again = await core.addFiles([folder])
  const rows = await client.pictures.list()
  const refused = (await client.pictures.refused()).map(({ path, problem }) => ({ path, problem }))
  await core.stop()
  const originals = (await readdir(join(dataFolder, 'originals'), { recursive: true })).sort()
  return {
    ...{ counts, again, originals, drafts: await readdir(join(dataFolder, 'drafts')) },
    names: rows.map(({ name, sha256, bytes, width, height }) => ({ name, sha256, bytes, width, height })),
    refused: refused.sort((one, other) => one.path.localeCompare(other.path)),
  }
}

describe('a large drop', () => {
  it('comes in by a thread as it does without one, and ends the thread', async () => {
    const folder = await makeFolder()
    await writeDrop(folder)
    const here = await drop(folder, () => ({}))
    const [started, stopped] = [new Set<CopyThread>(), new Set<CopyThread>()]
    const inThread = await drop(folder, (dataFolder) => ({
      startCopyThread: () => {
        const thread = startCopyThread(entry, dataFolder)
        started.add(thread)
        return {
          ...thread,
          stop: () => {
            stopped.add(thread)
            thread.stop()
          },
        }
      },
    }))
    expect(inThread).toEqual(here)
    expect(here.counts).toEqual({ added: 65, known: 1, refused: 4 })
    expect(here.drafts).toEqual([])
    // One for each of its two drops.
    expect(started.size).toBe(2)
    expect(stopped).toEqual(started)
  })

  it('goes on without the thread if that ends by itself', async () => {
    const folder = await makeFolder()
    await writeDrop(folder)
    const here = await drop(folder, () => ({}))
    let asked = 0
    const log: unknown[] = []
    const lost = await drop(folder, (dataFolder) => ({
      log: (event) => log.push(event.event),
      startCopyThread: () => {
        const thread = startCopyThread(entry, dataFolder)
        return {
          ...thread,
          copy: (path, draft) => {
            if (++asked === 10) thread.stop()
            return thread.copy(path, draft)
          },
        }
      },
    }))
    expect(lost).toEqual(here)
    expect(log).toContain('copy-thread-ended')
  })

  it('finds originals in their places that the thread moved before it ended', async () => {
    const folder = await makeFolder()
    await writeDrop(folder)
    const here = await drop(folder, () => ({}))
    const lost = await drop(folder, (dataFolder) => ({
      startCopyThread: () => {
        const thread = startCopyThread(entry, dataFolder)
        return {
          ...thread,
          move: async (moves) => {
            await thread.move(moves.slice(0, 5))
            throw new CopyThreadEnded('It ended.')
          },
        }
      },
    }))
    expect(lost).toEqual(here)
  })
})

it('does not start a thread for a few files', async () => {
  const folder = await makeFolder()
  await writeTestPictures(folder, 32, { bytes: 5_000 })
  const few = await drop(folder, () => ({
    startCopyThread: () => {
      throw new Error('A thread was started.')
    },
  }))
  expect(few.counts).toEqual({ added: 32, known: 0, refused: 0 })
})

describe('an error on its way between threads', () => {
  it('keeps what the system said', () => {
    const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28, syscall: 'write' })
    expect(receiveError(structuredClone(sendError(error)))).toMatchObject({ message: error.message, code: 'ENOSPC', syscall: 'write' })
  })

  it('keeps its facts', () => {
    const error = new AppError('damaged-image', { kind: 'header-cut-off' })
    expect(receiveError(structuredClone(sendError(error)))).toEqual(error)
  })
})
