import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import type { ImagePool } from '../../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { noBarcodes } from '../../../support/no-barcodes.ts'
import { waitFor, writePng } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

let isFull = false
let decoded = 0
let openGate = (): void => {}
const gate = new Promise<void>((resolve) => {
  openGate = resolve
})

const startImageProcess = (): ImagePool => ({
  inspect: async ({ format }) => {
    decoded++
    await gate
    return { format, width: 640, height: 480, orientation: 1, hasAlpha: false, hasGps: false }
  },
  ...noBarcodes,
  prepare: () => {},
  stop: async () => {},
})

const library = prepareTestLibrary({
  startImageProcess,
  // The disk is full when a transaction ends, as it mostly is.
  openDatabaseFile: (path, options) => {
    const database = systemPlatform.openDatabaseFile(path, options)
    const prepare = database.prepare.bind(database)
    database.prepare = (sql) => {
      const statement = prepare(sql)
      if (sql !== 'COMMIT') return statement
      const run = statement.run.bind(statement)
      statement.run = () => {
        if (isFull) throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
        return run()
      }
      return statement
    }
    return database
  },
})

it('a picture is decoded again after a pause, not at once, while the disk has no room for the result', async () => {
  const path = join(library.folder(), 'a.png')
  await writePng(path, 'a picture')
  await library.core().start()
  await library.core().addFiles([path])
  await waitFor(() => decoded === 1)
  isFull = true
  openGate()
  // It is tried once a second.
  await library.passUntil(() => decoded === 3)
  const begun = performance.now()
  await waitFor(() => decoded === 5)
  expect(performance.now() - begun).toBeGreaterThan(1_000)
  isFull = false
  await library.passUntil(async () => (await library.row('a.png')).width === 640)
})
