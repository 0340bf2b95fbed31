import { describe, expect, it } from 'vitest'
import type { AppError } from '../../../../shared/base/errors.ts'
import { filesThatDoNotFlush } from '../../../support/failing-files.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { startScriptedService } from '../../../support/scripted-service.ts'

let fails: string | null = null
let fatal: AppError[] = []
const { files, flushes } = filesThatDoNotFlush(() => fails)
const library = prepareTestLibrary({ files, onFatal: (reason) => fatal.push(reason) })

const prepare = async (): Promise<void> => {
  fails = null
  fatal = []
  await library.add(['one.png'])
  await library.connect()
  await library.attach([(await library.row('one.png')).id])
}

describe('a library whose flush fails', () => {
  it('ends its process once without a retry; the next start sends what was never sent, without a doubt', async () => {
    await prepare()
    fails = 'EIO'
    await library.start()
    await waitFor(() => fatal.length > 0)
    expect(fatal).toMatchObject([{ code: 'disk-failed', message: expect.stringMatching(/disk.*EIO/) }])
    const before = flushes()
    await expect(library.add(['two.png'])).rejects.toMatchObject({ code: 'disk-failed' })
    await expect(library.client().queue.pause()).resolves.toMatchObject({ holds: [{ kind: 'damaged' }] })
    expect(library.service().received).toEqual([])
    await library.close()
    expect(flushes()).toBe(before)
    expect(fatal).toHaveLength(1)

    fails = null
    await library.reopen()
    expect((await library.client().jobs.list({})).map((job) => job.status.state)).toEqual(['waiting', 'waiting', 'waiting'])
    await library.connect()
    await library.start()
    await library.settled()
    const jobs = await library.client().jobs.list({})
    expect(jobs.map((job) => [job.status.state, job.notes])).toEqual([
      ['done', []],
      ['done', []],
      ['done', []],
    ])
    expect(library.service().received.map((one) => one.method)).toEqual(['POST', 'POST', 'PATCH'])
  })

  it('waits for space when the disk is merely full, and keeps running', async () => {
    await prepare()
    fails = 'ENOSPC'
    await library.start()
    await waitFor(async () => (await library.client().queue.status()).holds.some((hold) => hold.kind === 'disk-full'))
    expect(fatal).toEqual([])
    expect(library.service().received).toEqual([])
    fails = null
    await library.settled()
    expect((await library.counts()).done).toBe(3)
    expect((await library.client().jobs.list({})).map((job) => job.notes)).toEqual([[], [], []])
  })

  it('reports a step as done, and possibly undone, when only its flush found no space', async () => {
    await prepare()
    fails = 'ENOSPC'
    const refusal = await library.ask(['one.png'], 'White?').catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'disk-full', message: expect.stringMatching(/is done.*power cut could still undo/) })
    expect(await library.client().jobs.list({ operation: 'analyse-image' })).toHaveLength(1)
    fails = null
    await library.start()
    await library.settled()
    expect(await library.counts()).toMatchObject({ done: 4 })
  })

  it('keeps requests made while the disk was full, and runs each once when there is space', async () => {
    await prepare()
    await library.start()
    await library.settled()
    fails = 'ENOSPC'
    await expect(library.attach([(await library.row('one.png')).id], 'Cup')).rejects.toMatchObject({ code: 'disk-full' })
    await waitFor(async () => (await library.client().queue.status()).holds.some((hold) => hold.kind === 'disk-full'))
    fails = null
    await library.settled()
    expect((await library.client().products.list()).map(({ name }) => name)).toEqual(['Mug', 'Cup'])
  })

  it('a workspace that was connected while the disk was full is the one in use afterwards', async () => {
    await prepare()
    await library.start()
    await library.settled()
    const other = await startScriptedService()
    try {
      fails = 'ENOSPC'
      const form = { kind: 'api-key', baseUrl: other.baseUrl, apiKey: 'key', rates: { 'analyse-image': null } } as const
      await expect(library.client().session.connect(form)).rejects.toMatchObject({ code: 'disk-full' })
      fails = null
      await library.add(['two.png'])
      await waitFor(() => other.received.some(({ path }) => path === '/v1/sources'))
    } finally {
      await other.stop()
    }
  })
})
