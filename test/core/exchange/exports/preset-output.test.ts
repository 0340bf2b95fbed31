import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { shopPresets } from '../../../../shared/exchange/export-presets.ts'
import { documented, outputOf } from '../../../support/preset-output.ts'

it.each(shopPresets)('$name: each field is as the documentation says', async (preset) => {
  const text = await outputOf(preset)
  const { delimiter, fields } = documented[preset.id]
  const [headers, ...records]: string[][] = parse(text, { delimiter })
  // No byte order mark: it would be a part of the first header.
  expect(headers).toEqual(Object.keys(fields))
  expect(records).toEqual([Object.values(fields)])
})
