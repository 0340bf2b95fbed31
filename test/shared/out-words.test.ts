import { expect, it } from 'vitest'
import { describeCopied, describeCopyScope } from '../../shared/words/out.ts'

it('says that rows beyond the limit were not copied', () => {
  const copied = { texts: 12, isApproved: true, rows: 20_000, mostCopied: 20_000 }
  expect(describeCopied(copied)).toBe('12 approved texts')
  expect(describeCopied({ ...copied, isApproved: false })).toBe('12 texts without approval')
  expect(describeCopied({ ...copied, rows: 20_001 })).toBe('12 approved texts of the first 20,000 rows (of 20,001; export a table for all)')
})

it('says of copies that pictures without a text are left out, not that they stay empty', () => {
  const counts = { total: 200, approved: 5, filled: 9 }
  expect(describeCopyScope({ rows: 'pictures' }, 'approved', counts)).toBe(
    '200 pictures. Those without an approved text for these fields are left out.',
  )
  expect(describeCopyScope({ rows: 'pictures' }, 'all', counts)).toContain('Those without a text')
})
