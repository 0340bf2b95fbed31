import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { systemTimers } from '../../../../electron/core/base/platform/timers.ts'
import { noBarcodes } from '../../../support/no-barcodes.ts'
import { nothingUnderWay } from '../../../support/nothing-under-way.ts'
import { waitFor, writePng } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const pictures = 100
/** Files that are read at the same time. */
const atOnce = 8
/** The files after these are not read before the first have their rows. */
const quick = 40

/** Reading and decoding wait for these. */
let reading: Promise<void>
let decoding: Promise<void>
let begun: number
/** How long the intake waits at first for thumbnails on screen, in milliseconds. It ends when the test says so. */
const patienceMs = 400
let endPatience: (() => void) | undefined

const makeGate = (): { readonly gate: Promise<void>; readonly open: () => void } => {
  let open = (): void => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  return { gate, open }
}

const library = prepareTestLibrary({
  timers: {
    ...systemTimers,
    after: (ms, act, options) => {
      if (ms !== patienceMs) return systemTimers.after(ms, act, options)
      endPatience = act
      return { cancel: () => {} }
    },
  },
  startImageProcess: () => ({
    inspect: async ({ format }) => {
      await decoding
      return { format, width: 1, height: 1, orientation: 1, hasAlpha: false, hasGps: false }
    },
    ...noBarcodes,
    prepare: () => {},
    stop: async () => {},
  }),
  files: {
    ...systemFiles,
    readInto: async (path, ...rest) => {
      begun++
      if (Number(basename(path, '.png')) >= quick) await reading
      return systemFiles.readInto(path, ...rest)
    },
  },
})

/** Drops pictures, whose first is shown as soon as it has a row. */
const dropAndShow = async () => {
  begun = 0
  endPatience = undefined
  const [read, decode] = [makeGate(), makeGate()]
  reading = read.gate
  decoding = decode.gate
  const folder = join(library.folder(), 'shoot')
  await mkdir(folder)
  for (let index = 0; index < pictures; index++) await writePng(join(folder, `${index}.png`), `seed ${index}`)
  const added = library.core().addFiles([folder])
  await waitFor(async () => (await library.page()).rows.length > 0)
  const shown = library.core().locateImage((await library.page()).rows[0]?.id ?? '', 'thumbnail')
  read.open()
  await waitFor(() => endPatience !== undefined)
  return { added, shown, decode: decode.open }
}

it('a drop begins no more files while a window waits for its first thumbnails', async () => {
  const { added, shown, decode } = await dropAndShow()
  await nothingUnderWay()
  expect(begun).toBeLessThanOrEqual(quick + atOnce)
  decode()
  await shown
  await added
  expect(begun).toBe(pictures)
})

it('reading dropped files waits only a moment for a thumbnail on screen that takes long', async () => {
  const { added, shown, decode } = await dropAndShow()
  endPatience?.()
  await added
  expect(begun).toBe(pictures)
  decode()
  await shown
})
