import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { shopPresets } from '../../shared/exchange/export-presets.ts'
import { lackOf } from '../support/lacks.ts'
import { documented, outputOf } from '../support/preset-output.ts'

// LibreOffice opens the table of each shop with its separator, as UTF-8, and shows each field as the documentation says.

const isInstalled = spawnSync('soffice', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'packshot-presets-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.for(shopPresets)('LibreOffice reads each field of $name', async (preset, context) => {
  if (!isInstalled) context.skip(lackOf('no-judge'))
  const { delimiter, fields } = documented[preset.id]
  const [source, shown] = [join(folder, `${preset.id}.csv`), join(folder, 'shown', `${preset.id}.csv`)]
  writeFileSync(source, await outputOf(preset))
  execFileSync(
    'soffice',
    [
      '--headless',
      `-env:UserInstallation=file://${join(folder, 'profile')}`,
      `--infilter=CSV:${delimiter.charCodeAt(0)},34,76,1`,
      '--convert-to',
      // As shown: commas, quotes, UTF-8.
      'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false',
      '--outdir',
      join(folder, 'shown'),
      source,
    ],
    { stdio: 'ignore', timeout: 300_000 },
  )
  expect(parse(readFileSync(shown), { bom: true })).toEqual([Object.keys(fields), Object.values(fields)])
})
