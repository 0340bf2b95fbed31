import { expect, test } from 'vitest'
import { parseRetryAfter } from '../../../../electron/core/service/pace/parse-retry-after.ts'

const now = Date.UTC(1994, 10, 6, 8, 49, 0) + 0.25

test.each([
  ['seconds', '120', 120_000],
  ['seconds with spaces', ' 5 ', 5_000],
  ['parts of a second, never earlier', '1.0001', 1_001],
  ['an HTTP-date, never earlier', 'Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
  ['the RFC 850 form', 'Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
  ['the asctime form', 'Sun Nov  6 08:49:37 1994', 37_000],
  ['a date in the past', 'Sun, 06 Nov 1994 08:00:00 GMT', 0],
  ['more than a day', '999999', 86_400_000],
  ['a date in years', 'Tue, 06 Nov 2029 08:49:37 GMT', 86_400_000],
  ['a negative number', '-5', undefined],
  ['words', 'in 5 minutes', undefined],
  ['a date of another kind', '1994-11-06', undefined],
  ['an impossible date', 'Sun, 99 Nov 1994 08:49:37 GMT', undefined],
  ['nothing', '', undefined],
  ['no header', undefined, undefined],
])('Retry-After with %s', (_, header, ms) => {
  expect(parseRetryAfter(header, now)).toBe(ms)
})

test('a date is compared with the sender’s clock, however wrong ours is', () => {
  const date = 'Sun, 06 Nov 1994 08:49:37 GMT'
  for (const wrong of [-3_600_000, 0, 3_600_000]) expect(parseRetryAfter(date, now + wrong, 'Sun, 06 Nov 1994 08:49:07 GMT')).toBe(30_000)
  expect(parseRetryAfter(date, now, 'yesterday')).toBe(37_000)
  expect(parseRetryAfter('5', now, 'Sun, 06 Nov 1994 08:49:07 GMT')).toBe(5_000)
})
