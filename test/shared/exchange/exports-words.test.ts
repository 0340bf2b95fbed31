import { expect, it } from 'vitest'
import { describeCopied, describeResult } from '../../../shared/exchange/exports-words.ts'

it('says that rows beyond the limit were not copied', () => {
  const copied = { texts: 12, isApproved: true, rows: 20_000, mostCopied: 20_000 }
  expect(describeCopied(copied)).toBe('12 approved texts')
  expect(describeCopied({ ...copied, isApproved: false })).toBe('12 texts without approval')
  expect(describeCopied({ ...copied, rows: 20_001 })).toBe('12 approved texts of the first 20,000 rows (of 20,001; export a table for all)')
})

it('says before an export what will come out of it, why the rest is left out, and what to do if nothing would', () => {
  const shop = { rows: 'pictures', onlyWith: 'handle' } as const
  expect(describeResult(shop, 'approved', { total: 40, result: { rows: 0, withoutKey: 40 } })).toEqual({
    said: '0 of 40 pictures will be exported. 40 left out: no Handle in the product list, which the shop finds them by.',
    lack: 'Nothing would be exported. Import a product list with the column Handle, or choose other columns.',
  })
  expect(describeResult(shop, 'approved', { total: 40, result: { rows: 30, withoutKey: 4 } })).toEqual({
    said: '30 of 40 pictures will be exported. 4 left out: no Handle in the product list, which the shop finds them by. 6 left out: without an approved text.',
    lack: null,
  })
  expect(describeResult({ rows: 'pictures' }, 'approved', { total: 5, result: { rows: 0, withoutKey: 0 } }).lack).toBe(
    'Nothing would be exported. Approve texts in the sheet, or choose “All texts”.',
  )
})
