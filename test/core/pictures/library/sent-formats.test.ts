import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createImagePool } from '../../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import { readFormatFile } from '../../../fixtures/format-files.ts'
import { psdFile } from '../../../fixtures/psd-file.ts'
import { nefFile, rawFile, sensor } from '../../../fixtures/raw-file.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const entry = fileURLToPath(new URL('../../../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))
const library = prepareTestLibrary({
  startImageProcess: () =>
    createImagePool({ spawn: () => forkImageWorker(entry), workers: 2, limits: { taskMs: 60_000, rssBytes: 1_500_000_000 } }),
})

const drop = async (files: Readonly<Record<string, Buffer>>): Promise<void> => {
  const folder = join(library.folder(), 'pictures')
  await mkdir(folder)
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
  await library.client().intake.add({ named: [folder], recursive: false, upload: true })
}

/** The file names that the service got. */
const uploadedNames = (): readonly string[] =>
  library
    .service()
    .received.filter(({ path }) => path === '/v1/sources')
    .map(({ body }) => /filename="([^"]*)"/.exec(body.toString('latin1'))?.[1] ?? '')
    .toSorted()

it('pictures of all formats are added and uploaded, and others are refused by name', async () => {
  const gray = [Uint8Array.of(0)]
  await library.connect()
  await library.start()
  await drop({
    'a.bmp': readFormatFile('palette.bmp'),
    'b.psb': readFormatFile('large.psb'),
    'c.jxl': readFormatFile('glass.jxl'),
    'd.J2K': readFormatFile('plain.j2k'),
    'e.nef': await nefFile(),
    'lab.psd': psdFile({ width: 1, height: 1, mode: 9, planes: gray }),
    'layers.psd': psdFile({
      ...{ width: 1, height: 1, mode: 1, planes: [Uint8Array.of(255)] },
      resources: [[1057, Uint8Array.of(0, 0, 0, 1, 0)]],
      layers: Uint8Array.of(0, 0, 0, 2, 0, 1),
    }),
    'glass.jp2': readFormatFile('glass.jp2'),
    'sensor.dng': rawFile([sensor]),
    'photo.raf': Buffer.from('FUJIFILMCCD-RAW 0201'.padEnd(64, '\0')),
  })
  await waitFor(() => uploadedNames().length === 5)
  await library.settled()
  expect(uploadedNames()).toEqual(['a.jpg', 'b.jpg', 'c.png', 'd.jpg', 'e.jpg'])
  await waitFor(async () => (await library.client().pictures.refused()).length === 5)
  const refused = await library.client().pictures.refused()
  const failureOf = (name: string) => refused.find((one) => one.name === name)?.problem
  const code = 'unsupported-format'
  expect(failureOf('lab.psd')).toMatchObject({ code, failure: { kind: 'psd-of-other-kind', is: 'lab' } })
  expect(failureOf('layers.psd')).toMatchObject({ code, failure: { kind: 'psd-without-merged-picture' } })
  expect(failureOf('glass.jp2')).toMatchObject({ code, failure: { kind: 'jp2-of-rare-kind' } })
  expect(failureOf('sensor.dng')).toMatchObject({ code, failure: { kind: 'raw-without-jpeg' } })
  expect(failureOf('photo.raf')).toMatchObject({ code, failure: { kind: 'file-of-other-kind', is: 'raw-fujifilm' } })
  // The size is that of the JPEG inside, not what the first directory says.
  expect(await library.row('e.nef')).toMatchObject({ width: 120, height: 80, reading: { embedded: { width: 120, height: 80 } } })
})
