import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readSettingsKey, toSettingsKey } from '../../../electron/core/pictures/library/conversion-settings.ts'
import { readFixesKey, takeBackFixes, toFixesKey } from '../../../shared/checks/picture-fixes.ts'
import type { PictureFixes } from '../../../shared/checks/picture-fixes-shapes.ts'
import { sendingFor } from '../../../shared/service/sending.ts'

const channel = fc.integer({ min: 1, max: 255 })
const side = fc.integer({ min: 1, max: 100_000 })
const color = fc.option(
  fc.tuple(channel, channel, channel).map((all) => `#${all.map((one) => one.toString(16).padStart(2, '0')).join('')}`),
)
const fixes: fc.Arbitrary<PictureFixes> = fc.record(
  {
    whitePoint: fc.tuple(channel, channel, channel),
    pad: fc.record({ width: side, height: side, color }),
    longestEdge: side,
    largestBytes: fc.integer({ min: 1, max: 999_999_999_999 }),
    convert: fc.constantFrom('srgb' as const, 'jpeg' as const),
  },
  { requiredKeys: [] },
)

const pick = (some: PictureFixes, kind: string): PictureFixes => Object.fromEntries(Object.entries(some).filter(([one]) => one === kind))

it('a key names fixes, and settings with them, without loss', () => {
  fc.assert(
    fc.property(fixes, (all) => {
      const key = toFixesKey(all)
      const isNone = Object.keys(all).length === 0
      expect(readFixesKey(key)).toEqual(isNone ? null : all)
      const settings = { ...sendingFor(null, null), longestEdge: 2000, background: '#ffffff', ...(isNone ? {} : { fixes: all }) }
      const settingsKey = toSettingsKey(settings)
      expect(readSettingsKey(settingsKey)).toEqual(settings)
      // Also a part of a file's name.
      expect(settingsKey).toMatch(/^[0-9a-z-]{1,140}$/)
    }),
  )
})

it.each(['x', '-', 'p1x1', 'w00ff', 's0', 's1-', '-s1', 's1s2', 'j-s1', 'p0x1xnone', `s${'1'.repeat(7)}`])(
  '“%s” is the key of none',
  (key) => {
    expect(readFixesKey(key)).toBeNull()
    expect(readSettingsKey(`1-q90--${key}`)).toBeNull()
  },
)

it('taking a change of fixes back undoes it where nothing came since, and leaves what came since', () => {
  fc.assert(
    fc.property(fixes, fixes, fixes, (before, after, later) => {
      const normal = (some: PictureFixes) => (Object.keys(some).length === 0 ? null : some)
      expect(takeBackFixes(after, before, after)).toEqual(normal(before))
      expect(takeBackFixes({ ...after, ...later }, before, after) ?? {}).toMatchObject(
        Object.fromEntries(Object.entries(later).filter(([kind, fix]) => toFixesKey({ [kind]: fix }) !== toFixesKey(pick(after, kind)))),
      )
      const taken = takeBackFixes(later, before, after)
      expect(takeBackFixes(taken, later, later)).toEqual(taken)
    }),
  )
})
