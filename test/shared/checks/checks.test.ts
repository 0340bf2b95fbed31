import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CheckFacts,
  checkEarlier,
  checkPicture,
  checkPictureCount,
  countResults,
  type Measured,
  picturesOf,
} from '../../../shared/checks/checks.ts'
import type { PictureMeasurement } from '../../../shared/checks/measurements.ts'
import type { PictureRule, RequirementRule } from '../../../shared/checks/requirement-profiles.ts'
import {
  adviceFor,
  describeMeasured,
  describeRequired,
  fixWords,
  nameRule,
  notCheckedWords,
} from '../../../shared/checks/requirement-profiles-words.ts'

const measured = (over: Partial<PictureMeasurement> = {}): PictureMeasurement => ({
  measuredBy: 1,
  width: 1000,
  height: 1000,
  transparent: false,
  background: { color: [255, 255, 255], even: true, pureWhiteShare: 1 },
  subject: { left: 50, top: 50, width: 900, height: 600 },
  sharpness: { value: 1, verdict: 'sharp' },
  text: { words: [], areaShare: 0 },
  ...over,
})

const facts = (over: Partial<CheckFacts> = {}): CheckFacts => ({
  width: 1000,
  height: 1000,
  format: 'jpeg',
  bytes: 500_000,
  colorSpace: 'srgb',
  background: null,
  measurement: measured(),
  ...over,
})

const nothing: CheckFacts = {
  width: null,
  height: null,
  format: null,
  bytes: null,
  colorSpace: null,
  background: null,
  measurement: null,
}

const check = (rule: RequirementRule, over: Partial<CheckFacts> = {}) => {
  const [result] = checkPicture({ rules: [rule] }, facts(over))
  if (!result) throw new Error('There is no result.')
  const { rule: _rule, ...outcome } = result
  return outcome
}

const failed = (found: Measured, fix?: string) => ({ state: 'failed', measured: found, ...(fix === undefined ? {} : { fix }) })
const notChecked = (why: string) => ({ state: 'not-checked', why })
const passed = { state: 'passed' }

/** One rule of each kind. */
const allRules: readonly RequirementRule[] = [
  { kind: 'edge', side: 'longest', least: 1000, most: 5000 },
  { kind: 'edge', side: 'shortest', least: 500 },
  { kind: 'pixels', most: 20_000_000 },
  { kind: 'ratio', width: 1, height: 1, tolerance: 0 },
  { kind: 'format', formats: ['jpeg'] },
  { kind: 'file-size', most: 1_000_000 },
  { kind: 'color-space', spaces: ['srgb'] },
  { kind: 'white-background', share: 0.98 },
  { kind: 'fill', least: 0.85 },
  { kind: 'sharpness', least: 'soft' },
  { kind: 'text', allowed: 'none' },
  { kind: 'unknown', said: 'mannequin', content: { kind: 'mannequin' } },
]

describe('Checking a picture', () => {
  it('passes both limits of a size themselves', () => {
    const rule: PictureRule = { kind: 'edge', side: 'longest', least: 1000, most: 2000 }
    expect(check(rule)).toEqual(passed)
    expect(check(rule, { width: 2000 })).toEqual(passed)
    expect(check(rule, { width: 999, height: 999 })).toEqual(failed({ kind: 'edge', value: 999 }))
    expect(check(rule, { width: 2001 })).toEqual(failed({ kind: 'edge', value: 2001 }, 'scale-down'))
    expect(check({ ...rule, side: 'shortest' }, { width: 2001 })).toEqual(passed)
  })

  it('counts pixels and bytes', () => {
    expect(check({ kind: 'pixels', most: 999_999 })).toEqual(failed({ kind: 'pixels', value: 1_000_000 }, 'scale-down'))
    expect(check({ kind: 'file-size', most: 499_999 })).toEqual(failed({ kind: 'file-size', value: 500_000 }, 'scale-down'))
    expect(check({ kind: 'file-size', most: 500_000 })).toEqual(passed)
  })

  it('takes a ratio that whole pixels can’t meet exactly', () => {
    const rule: PictureRule = { kind: 'ratio', width: 1, height: 1.44, tolerance: 0 }
    expect(check(rule, { width: 763, height: 1099 })).toEqual(passed)
    expect(check(rule, { width: 1000, height: 1500 })).toEqual(failed({ kind: 'ratio', width: 1000, height: 1500 }, 'pad'))
    expect(check({ ...rule, tolerance: 0.05 }, { width: 1000, height: 1500 })).toEqual(passed)
  })

  it('names the format and the colors that it found', () => {
    expect(check({ kind: 'format', formats: ['jpeg'] }, { format: 'png' })).toEqual(failed({ kind: 'format', format: 'png' }, 'convert'))
    // No other file is made than one that Packshot sends.
    expect(check({ kind: 'format', formats: ['webp'] })).toEqual(failed({ kind: 'format', format: 'jpeg' }))
    expect(check({ kind: 'color-space', spaces: ['cmyk'] })).toEqual(failed({ kind: 'color-space', space: 'srgb' }))
    expect(check({ kind: 'color-space', spaces: ['srgb'] }, { colorSpace: 'cmyk' })).toEqual(
      failed({ kind: 'color-space', space: 'cmyk' }, 'convert'),
    )
  })

  it('asks for pure white, and offers to correct what is nearly white', () => {
    const rule: PictureRule = { kind: 'white-background', share: 0.98 }
    const on = (color: readonly [number, number, number] | null, even: boolean, pureWhiteShare: number) =>
      check(rule, { measurement: measured({ background: { color, even, pureWhiteShare } }) })
    expect(on([255, 255, 255], true, 0.99)).toEqual(passed)
    expect(on([250, 250, 250], true, 0)).toEqual(failed({ kind: 'white-background', share: 0, color: [250, 250, 250] }, 'white-point'))
    expect(on([120, 130, 140], true, 0)).toEqual(failed({ kind: 'white-background', share: 0, color: [120, 130, 140] }))
    expect(on([250, 250, 250], false, 0)).toEqual(failed({ kind: 'white-background', share: 0, color: [250, 250, 250] }))
    expect(on(null, false, 0)).toEqual(failed({ kind: 'white-background', share: 0, color: null }))
  })

  it('doesn’t judge a transparent background, unless the workspace fills it', () => {
    const rule: PictureRule = { kind: 'white-background', share: 0.98 }
    const measurement = measured({ transparent: true, background: { color: null, even: true, pureWhiteShare: 0 } })
    expect(check(rule, { measurement })).toEqual(notChecked('transparent'))
    expect(check(rule, { measurement, background: '#ffffff' })).toEqual(passed)
    expect(check(rule, { measurement, background: '#fafafa' })).toEqual(
      failed({ kind: 'white-background', share: 0, color: [250, 250, 250] }),
    )
    expect(check(rule, { measurement: { ...measurement, subject: null }, background: '#ffffff' })).toEqual(notChecked('transparent'))
  })

  it('measures a product by the side that it fills most', () => {
    expect(check({ kind: 'fill', least: 0.9 })).toEqual(passed)
    expect(check({ kind: 'fill', least: 0.91 })).toEqual(failed({ kind: 'fill', value: 0.9 }))
    expect(check({ kind: 'fill', least: 0.5 }, { measurement: measured({ subject: null }) })).toEqual(notChecked('no-plain-background'))
  })

  it('tells blurred from soft and sharp', () => {
    const of = (verdict: PictureMeasurement['sharpness']['verdict'], least: 'soft' | 'sharp') =>
      check({ kind: 'sharpness', least }, { measurement: measured({ sharpness: { value: 0, verdict } }) })
    expect(of('soft', 'soft')).toEqual(passed)
    expect(of('soft', 'sharp')).toEqual(failed({ kind: 'sharpness', verdict: 'soft' }))
    expect(of('blurred', 'soft')).toEqual(failed({ kind: 'sharpness', verdict: 'blurred' }))
    expect(of('unknown', 'soft')).toEqual(notChecked('sharpness-unclear'))
  })

  it('leaves text that may be on the product to a person', () => {
    const words = { text: { words: ['SALE'], areaShare: 0.1 } }
    expect(check({ kind: 'text', allowed: 'none' })).toEqual(passed)
    expect(check({ kind: 'text', allowed: 'none' }, { measurement: measured(words) })).toEqual(failed({ kind: 'text', words: ['SALE'] }))
    expect(check({ kind: 'text', allowed: 'on-product' }, { measurement: measured(words) })).toEqual(notChecked('text-perhaps-on-product'))
    const unreadable = { text: { words: [], areaShare: 0, isUnreadable: true } } as const
    for (const allowed of ['none', 'on-product'] as const)
      expect(check({ kind: 'text', allowed }, { measurement: measured(unreadable) })).toEqual(notChecked('text-unreadable'))
    for (const [textUnread, why] of [
      ['not-yet', 'text-not-read'],
      ['failed', 'text-failed'],
      ['off', 'text-off'],
    ] as const)
      expect(check({ kind: 'text', allowed: 'none' }, { measurement: measured({ text: null, textUnread }) })).toEqual(notChecked(why))
  })

  it('passes nothing while nothing is known', () => {
    const results = checkPicture({ rules: allRules }, nothing)
    expect(results).toHaveLength(allRules.length)
    expect(countResults(results)).toEqual({ failed: 0, notChecked: allRules.length })
  })

  it('never passes a rule by knowing less', () => {
    const keys = Object.keys(nothing) as (keyof CheckFacts)[]
    const any = fc.record({
      width: fc.integer({ min: 1, max: 6000 }),
      height: fc.integer({ min: 1, max: 6000 }),
      format: fc.constantFrom('jpeg' as const, 'png' as const),
      bytes: fc.integer({ min: 1, max: 2_000_000 }),
      colorSpace: fc.constantFrom('srgb' as const, 'rgb' as const, 'cmyk' as const),
      background: fc.constantFrom(null, '#ffffff', '#eeeeee'),
      measurement: fc.record({ transparent: fc.boolean(), subject: fc.constantFrom(null, measured().subject) }).map(measured),
    })
    fc.assert(
      fc.property(any, fc.subarray(keys), (known, forgotten) => {
        const all = checkPicture({ rules: allRules }, known)
        const less = checkPicture({ rules: allRules }, { ...known, ...Object.fromEntries(forgotten.map((key) => [key, null])) })
        for (const [index, { state }] of less.entries()) if (state === 'passed') expect(all[index]?.state).toBe('passed')
      }),
      { numRuns: 300 },
    )
  })

  it('has words for each rule, result and fix', () => {
    const results = checkPicture(
      { rules: allRules },
      facts({
        width: 300,
        height: 100,
        format: 'png',
        bytes: 2_000_000,
        colorSpace: 'cmyk',
        measurement: measured({
          background: { color: [250, 250, 250], even: true, pureWhiteShare: 0 },
          subject: { left: 0, top: 0, width: 100, height: 100 },
          sharpness: { value: 0, verdict: 'blurred' },
          text: { words: ['NEW', 'NOW'], areaShare: 0.1 },
        }),
      }),
    )
    const said = results.map((result) => {
      const rule = allRules[result.rule]
      if (!rule) return ''
      if (result.state === 'passed') return `${nameRule(rule)}: ${describeRequired(rule)}`
      if (result.state === 'not-checked') return `${nameRule(rule)}: ${notCheckedWords[result.why]}`
      const more = result.fix ? fixWords[result.fix] : adviceFor(rule, result.measured)
      return `${nameRule(rule)}: ${describeMeasured(result.measured, rule)}, required ${describeRequired(rule)}. ${more}`
    })
    expect(said).toEqual([
      'Longer side: 300 px, required 1,000 px to 5,000 px. Use a larger original. Enlarging would not add detail.',
      'Shorter side: 100 px, required at least 500 px. Use a larger original. Enlarging would not add detail.',
      'Resolution: at most 20 megapixels',
      'Ratio: 300 × 100, required 1 : 1. Add background to reach the ratio',
      'Format: PNG, required JPEG. Convert the file',
      'File size: 2 MB, required at most 1 MB. Scale the picture down',
      'Colors: CMYK, required sRGB. Convert the file',
      'Background: color 250, 250, 250, required pure white (255, 255, 255). Make the nearly white background pure white',
      'Product fills the frame: 10 %, required at least 85 %. Crop the picture closer to the product.',
      'Sharpness: blurred, required not blurred. Use a sharper picture.',
      'Text on the picture: “NEW NOW”, required none. Use a picture without text.',
      'Rule “mannequin”: this version of Packshot doesn’t know the rule',
    ])
  })
})

it('words never show a limit itself where it is exceeded', () => {
  const said = (rule: PictureRule, over: Partial<CheckFacts>): string => {
    const result = check(rule, over)
    return 'measured' in result ? describeMeasured(result.measured, rule) : result.state
  }
  expect(said({ kind: 'pixels', most: 64_000_000 }, { width: 8001, height: 8000 })).toBe('64,008,000 pixels')
  expect(said({ kind: 'pixels', most: 64_000_000 }, { width: 9000, height: 8000 })).toBe('72 megapixels')
  expect(said({ kind: 'file-size', most: 16_000_000 }, { bytes: 16_000_001 })).toBe('16,000,001 bytes')
  const subject = { left: 0, top: 0, width: 8496, height: 100 }
  expect(said({ kind: 'fill', least: 0.85 }, { measurement: measured({ width: 10_000, subject }) })).toBe('84.96 %')
})

it('a file that can’t become larger than is allowed has passed', () => {
  const rule: PictureRule = { kind: 'file-size', most: 1_000_000 }
  expect(check(rule, { bytes: null, bytesAtMost: 1_000_000 })).toEqual(passed)
  expect(check(rule, { bytes: null, bytesAtMost: 1_000_001 })).toEqual(notChecked('file-not-made'))
})

it('a white point that was not enough is not offered again', () => {
  const measurement = measured({ background: { color: [255, 255, 255], even: true, pureWhiteShare: 0.9 } })
  expect(check({ kind: 'white-background', share: 0.98 }, { measurement })).toMatchObject({ fix: 'white-point' })
  const found = check({ kind: 'white-background', share: 0.98 }, { measurement, fixes: { whitePoint: [240, 240, 240] } })
  expect(found).toMatchObject({ state: 'failed' })
  expect(found).not.toHaveProperty('fix')
})

describe('Checking a product', () => {
  it('counts its pictures', () => {
    const rules: readonly RequirementRule[] = [
      { kind: 'sharpness', least: 'soft' },
      { kind: 'picture-count', least: 2, most: 3 },
    ]
    expect(checkPictureCount({ rules }, 1)).toEqual([{ rule: 1, state: 'failed', measured: { kind: 'picture-count', value: 1 } }])
    expect(checkPictureCount({ rules }, 2)).toEqual([{ rule: 1, state: 'passed' }])
    expect(checkPicture({ rules }, nothing)).toHaveLength(1)
  })

  it('knows which of its pictures a profile is about', () => {
    const inOrder = ['front', 'back', 'side']
    expect(picturesOf({ pictures: 'every' }, inOrder)).toEqual(inOrder)
    expect(picturesOf({ pictures: 'first' }, inOrder)).toEqual(['front'])
    expect(picturesOf({ pictures: 'others' }, inOrder)).toEqual(['back', 'side'])
  })
})

it('of an earlier file: what is not known never will be, and where the current file passes, sending that helps', () => {
  const rules: RequirementRule[] = [
    { kind: 'file-size', most: 1_000 },
    { kind: 'edge', side: 'longest', most: 500 },
    { kind: 'sharpness', least: 'sharp' },
    { kind: 'text', allowed: 'none' },
    { kind: 'format', formats: ['jpeg'] },
  ]
  const earlier = facts({ bytes: 2_000, measurement: null })
  expect(checkEarlier({ rules }, earlier, facts({ bytes: 900 }))).toEqual([
    { rule: 0, state: 'failed', measured: { kind: 'file-size', value: 2_000 }, fix: 'send-again' },
    { rule: 1, state: 'failed', measured: { kind: 'edge', value: 1_000 }, fix: 'scale-down' },
    { rule: 2, state: 'not-checked', why: 'earlier-file' },
    { rule: 3, state: 'not-checked', why: 'earlier-file' },
    { rule: 4, state: 'passed' },
  ])
  expect(checkEarlier({ rules: rules.slice(4) }, nothing, facts())).toEqual([{ rule: 0, state: 'not-checked', why: 'earlier-file' }])
})
