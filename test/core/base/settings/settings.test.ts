import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nothingUnderWay } from '../../../support/nothing-under-way.ts'
import { waitFor, writePng } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()

describe('settings', () => {
  it('are the host’s defaults until a person changes them; a change leaves the others unchanged, also after a restart', async () => {
    const libraryView = { sort: { by: 'added', descending: true }, groupBy: 'nothing', layout: 'grid', tileSize: 'medium' }
    const sheetView = { setId: null, rows: 'pictures', groupBy: 'nothing', order: 'row', isPictureShown: true, columns: {} }
    const unset = {
      theme: 'system',
      atOnce: 8,
      attribute: 'Images',
      savedQuestions: [],
      reviewerName: '',
      exportPresets: [],
      knowsLocationsRemoved: false,
      notAddedSeenAt: 0,
      watchingOnClose: 'ask',
      libraryView,
      sheetView,
    }
    expect(await library.client().settings.get()).toEqual(unset)
    await library.client().settings.set({ savedQuestions: ['White?'] })
    expect(await library.client().settings.set({ theme: 'dark' })).toEqual({ ...unset, theme: 'dark', savedQuestions: ['White?'] })
    await library.reopen()
    expect(await library.client().settings.get()).toEqual({ ...unset, theme: 'dark', savedQuestions: ['White?'] })
  })

  it('reject invalid values', async () => {
    await expect(library.client().settings.set({ atOnce: 0 })).rejects.toThrow()
    await expect(library.client().settings.set({ theme: 'pink' as 'dark' })).rejects.toThrow()
  })

  it('change the number of parallel uploads without a restart', async () => {
    const held: (() => void)[] = []
    let isHolding = true
    library.service().answer = async (request) => {
      if (request.path !== '/v1/sources') return undefined as never
      if (isHolding) await new Promise<void>((resolve) => held.push(resolve))
      return { status: 201, body: { id: `src_${Math.random()}` } }
    }
    await library.client().settings.set({ atOnce: 1 })
    await library.connect()
    await library.start()
    await library.add(Array.from({ length: 8 }, (_, index) => `${index}.png`))
    await nothingUnderWay()
    expect(held).toHaveLength(1)
    await library.client().settings.set({ atOnce: 6 })
    await nothingUnderWay()
    expect(held).toHaveLength(6)
    isHolding = false
    for (const release of held) release()
    await library.settled()
  })

  it('show where data is and how much disk space it uses', async () => {
    await library.add(['one.png'])
    const use = await library.client().settings.storage()
    const { bytes } = await library.row('one.png')
    expect(use).toMatchObject({ dataFolder: join(library.folder(), 'data'), originalsBytes: bytes, thumbnailsBytes: 0 })
    expect(use.databaseBytes).toBeGreaterThan(4096)
  })

  it('delete the copies of pictures whose work is done, and of no others', async () => {
    await library.connect()
    await library.start()
    await library.add(['done.png'])
    await library.settled()
    await library.client().queue.pause()
    await library.add(['waiting.png'])
    await library.ask(['waiting.png'], 'White?')
    const { bytes } = await library.row('done.png')
    expect(await library.client().settings.freeOriginals()).toEqual({ freedBytes: bytes, pictures: 1 })
    expect(await library.client().settings.freeOriginals()).toEqual({ freedBytes: 0, pictures: 0 })
    expect(await library.names()).toEqual(['done.png', 'waiting.png'])
  })
})

describe('diagnostics', () => {
  it('contain what a report needs, and no secret, address, picture or path', async () => {
    library.service().answer = () => ({ status: 400, body: { message: 'secret words', error: 'x' } })
    await library.add(['private name.png'])
    await library.connect()
    await library.start()
    await library.settled()
    const text = await library.client().settings.diagnostics()
    expect(text).toMatch(/upload-source parked 1/)
    expect(text).toMatch(/Set aside: rejected 1/)
    expect(text).toMatch(/api-key/)
    for (const hidden of ['private name', 'secret words', library.folder(), homedir(), new URL(library.service().baseUrl).host])
      expect(text).not.toContain(hidden)
  })
})

describe('the sample pictures', () => {
  it('are added only once', async () => {
    expect(await library.client().pictures.addSamples()).toEqual({ added: 12 })
    expect(await library.client().pictures.addSamples()).toEqual({ added: 0 })
    expect(await library.names({}, 'name')).toContain('Matcha tea tin.png')
  })
})

describe('a file from the host', () => {
  it('is added, and only numbers are returned', async () => {
    const pictures = join(library.folder(), 'shoot', 'deep')
    await mkdir(pictures, { recursive: true })
    await writePng(join(pictures, 'one.png'), 'one')
    expect(await library.core().addFiles([join(library.folder(), 'shoot'), join(library.folder(), 'missing')])).toEqual({
      added: 1,
      known: 0,
      refused: 1,
    })
  })

  it('can come as bytes with a name, which is not a path', async () => {
    await writePng(join(library.folder(), 'x.png'), 'bytes')
    const { createReadStream } = await import('node:fs')
    const send = (name: string) => library.core().receiveUpload(createReadStream(join(library.folder(), 'x.png')), name)
    expect(await send('Pasted picture.png')).toEqual({ added: 1, known: 0, refused: 0 })
    expect(await send('Again.png')).toEqual({ added: 0, known: 1, refused: 0 })
    const { id } = await library.row('Pasted picture.png')
    expect((await library.client().library.details({ imageId: id })).origin).toBe('Pasted picture.png')
  })

  it('is a refused row with its reason when its stream breaks off', async () => {
    const broken = async function* () {
      yield Buffer.from('half a picture')
      throw new Error('the line went dead')
    }
    expect(await library.core().receiveUpload(broken(), 'half.png')).toEqual({ added: 0, known: 0, refused: 1 })
    expect(await library.client().pictures.refused()).toMatchObject([
      { name: 'half.png', path: 'half.png', problem: { code: 'file-unreadable' } },
    ])
  })
})

describe('after a sleep', () => {
  it('work that waited for the network is retried at once', async () => {
    await library.connect()
    await library.service().stop()
    await library.add(['one.png'])
    await library.start()
    await waitFor(async () => (await library.client().queue.status()).holds.some((hold) => hold.kind === 'offline'))
    await library.service().start()
    library.core().retryNow()
    await library.settled(3_000)
    expect(await library.counts()).toMatchObject({ done: 1 })
  })
})
