import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCheckFacts } from '../../../electron/core/checks/picture-facts.ts'
import { type FixedPicture, planPictureFixes } from '../../../electron/core/checks/plan-fixes.ts'
import { checkPicture } from '../../../shared/checks/checks.ts'
import { type FixWish, fixWish, joinWishes, mostWishes, wishesOf, wishesOfRules } from '../../../shared/checks/fix-wishes.ts'
import type { PictureMeasurement } from '../../../shared/checks/measurements.ts'
import { readProfile } from '../../../shared/checks/requirement-profile-file.ts'
import { sendingFor } from '../../../shared/service/sending.ts'

const settings = sendingFor(null, null)
const measured = (background: Partial<PictureMeasurement['background']> = {}, transparent = false): PictureMeasurement => ({
  measuredBy: 1,
  width: 2000,
  height: 1000,
  transparent,
  background: { color: [255, 255, 255], even: true, pureWhiteShare: 1, ...background },
  subject: null,
  sharpness: { value: 300, verdict: 'sharp' },
  text: null,
})
const image: FixedPicture['image'] = { format: 'jpeg', width: 2000, height: 1000, bytes: 900_000, hasAlpha: false }
const glass = measured({ color: null }, true)

const plan = (
  wishes: FixWish | FixWish[],
  measurement: PictureMeasurement | null = measured(),
  more: Partial<FixedPicture['image']> = {},
  sentBytes: number | null = 900_000,
) => planPictureFixes({ image: { ...image, ...more }, measurement, sentBytes }, [wishes].flat(), settings)

const square: FixWish = { kind: 'pad', width: 1, height: 1, tolerance: 0 }
const white: FixWish = { kind: 'white-point', share: 0.99 }

describe('the fixes of a picture', () => {
  it.each<[string, ReturnType<typeof plan>, object]>([
    [
      'add the ground’s own color',
      plan(square, measured({ color: [240, 0, 9] })),
      { fixes: { pad: { width: 1, height: 1, color: '#f00009' } } },
    ],
    [
      'add white where the ground becomes white',
      plan([square, white], measured({ color: [250, 249, 248], pureWhiteShare: 0 })),
      { fixes: { whitePoint: [244, 243, 242], pad: { width: 1, height: 1, color: '#ffffff' } }, done: ['white-point', 'pad'] },
    ],
    ['add transparent ground to a transparent one', plan(square, glass), { fixes: { pad: { width: 1, height: 1, color: null } } }],
    [
      'add nothing to a busy ground',
      plan(square, measured({ color: null, even: false })),
      { fixes: null, done: [], cannot: [{ kind: 'pad', why: 'no-plain-background' }] },
    ],
    [
      'add nothing where the ratio is right to a pixel',
      plan({ kind: 'pad', width: 2, height: 1, tolerance: 0 }, null, { width: 1999 }),
      { fixes: null, done: [], cannot: [] },
    ],
    ['leave a white ground', plan(white), { fixes: null, done: [], cannot: [] }],
    [
      'leave a gray ground, and say so',
      plan(white, measured({ color: [220, 220, 220], pureWhiteShare: 0 })),
      { fixes: null, cannot: [{ kind: 'white-point', why: 'background-not-nearly-white' }] },
    ],
    ['scale down to the longest edge', plan({ kind: 'scale-down', longestEdge: 1500 }), { fixes: { longestEdge: 1500 } }],
    ['scale down until the shortest edge fits', plan({ kind: 'scale-down', shortestEdge: 500 }), { fixes: { longestEdge: 1000 } }],
    [
      'scale down to a number of pixels, ground included',
      plan([square, { kind: 'scale-down', pixels: 1_000_000 }]),
      { fixes: { longestEdge: 1000 } },
    ],
    ['never scale up', plan({ kind: 'scale-down', longestEdge: 2000 }), { fixes: null, done: [] }],
    ['make a large file fit', plan({ kind: 'scale-down', bytes: 500_000 }), { fixes: { largestBytes: 500_000 } }],
    ['leave a small file', plan({ kind: 'scale-down', bytes: 900_000 }), { fixes: null }],
    [
      'leave a file of unknown size',
      plan({ kind: 'scale-down', bytes: 9 }, measured(), { format: 'heic' }, null),
      { fixes: null, done: [] },
    ],
    [
      'keep a fixed file that may become too large within the limit, without counting that',
      plan([square, { kind: 'scale-down', bytes: 3_000_000 }]),
      { fixes: { largestBytes: 3_000_000 }, done: ['pad'] },
    ],
    [
      'leave it to a fixed file that can’t become too large',
      plan([square, { kind: 'scale-down', bytes: 12_000_000 }]),
      { fixes: { pad: { width: 1, height: 1, color: '#ffffff' } }, done: ['pad'] },
    ],
    [
      'scale down no further than the profile allows, and say so',
      plan({ kind: 'scale-down', longestEdge: 1000, least: { shortestEdge: 501 } }),
      { fixes: null, done: [], cannot: [{ kind: 'scale-down', why: 'too-small' }] },
    ],
    [
      'scale down as far as the profile allows',
      plan({ kind: 'scale-down', longestEdge: 1000, least: { shortestEdge: 500 } }),
      { fixes: { longestEdge: 1000 } },
    ],
    [
      'reach the first of two ratios, and say so of the other',
      plan([square, { kind: 'pad', width: 4, height: 5, tolerance: 0.01 }]),
      { fixes: { pad: { width: 1, height: 1 } }, cannot: [{ kind: 'pad', why: 'other-ratio' }] },
    ],
    [
      'leave a right ratio for another rule’s',
      plan([{ kind: 'pad', width: 2, height: 1, tolerance: 0 }, square]),
      { fixes: null, cannot: [{ kind: 'pad', why: 'other-ratio' }] },
    ],
    ['make a JPEG of a PNG', plan({ kind: 'convert', to: 'jpeg' }, measured(), { format: 'png' }), { fixes: { convert: 'jpeg' } }],
    [
      'make no JPEG of a transparent picture',
      plan({ kind: 'convert', to: 'jpeg' }, glass, { format: 'png', hasAlpha: true }),
      { fixes: null, cannot: [{ kind: 'convert', why: 'transparent' }] },
    ],
    [
      'convert colors of a file that is sent as it is',
      plan({ kind: 'convert', to: 'srgb' }, measured(), { reading: { colors: 'cmyk' } }),
      { fixes: { convert: 'srgb' } },
    ],
    ['leave colors that are right', plan({ kind: 'convert', to: 'srgb' }), { fixes: null, done: [] }],
    ['leave colors that are converted anyway', plan({ kind: 'convert', to: 'srgb' }, measured(), { format: 'heic' }), { fixes: null }],
    [
      'come beside earlier ones',
      plan({ kind: 'scale-down', longestEdge: 800 }, measured(), { fixes: { convert: 'srgb', longestEdge: 1500 } }),
      { fixes: { convert: 'srgb', longestEdge: 800 }, done: ['scale-down'] },
    ],
    [
      'stay where nothing more is to be done',
      plan({ kind: 'scale-down', longestEdge: 1600 }, measured(), { fixes: { longestEdge: 1500 } }),
      { fixes: { longestEdge: 1500 }, done: [] },
    ],
  ])('%s', (_, planned, wanted) => {
    expect(planned).toMatchObject(wanted)
  })

  it('need the ground to be known, where it matters only', () => {
    expect(plan([square, white, { kind: 'scale-down', longestEdge: 100 }], null)).toEqual({
      fixes: { longestEdge: 100 },
      done: ['scale-down'],
      cannot: [
        { kind: 'white-point', why: 'not-measured' },
        { kind: 'pad', why: 'not-measured' },
      ],
    })
  })

  it('are the same when they are planned again', () => {
    const wishes: FixWish[] = [square, white, { kind: 'scale-down', longestEdge: 700, bytes: 100_000 }, { kind: 'convert', to: 'srgb' }]
    const ground = measured({ color: [250, 249, 248], pureWhiteShare: 0 })
    const first = plan(wishes, ground)
    expect(plan(wishes, ground, first.fixes ? { fixes: first.fixes } : {})).toEqual({ ...first, done: [] })
  })

  it('of any wishes for any picture are the same when they are planned again', () => {
    const side = fc.integer({ min: 1, max: 4000 })
    const bytes = fc.integer({ min: 1, max: 20_000_000 })
    const wish: fc.Arbitrary<FixWish> = fc.oneof(
      fc.record({
        kind: fc.constant('pad' as const),
        width: fc.integer({ min: 1, max: 5 }),
        height: fc.integer({ min: 1, max: 5 }),
        tolerance: fc.constantFrom(0, 0.01),
      }),
      fc.record({ kind: fc.constant('scale-down' as const), longestEdge: side, bytes }, { requiredKeys: ['kind'] }),
      fc.record({ kind: fc.constant('scale-down' as const), shortestEdge: side, least: fc.record({ longestEdge: side }) }),
      fc.record({ kind: fc.constant('white-point' as const), share: fc.constantFrom(0.5, 0.99) }),
      fc.record({ kind: fc.constant('convert' as const), to: fc.constantFrom('jpeg' as const, 'srgb' as const) }),
    )
    const picture = fc.record({
      width: side,
      height: side,
      format: fc.constantFrom('jpeg' as const, 'png' as const, 'heic' as const),
      bytes,
      reading: fc.constantFrom({}, { colors: 'cmyk' as const }),
    })
    const grounds = fc.constantFrom(
      null,
      measured(),
      measured({ color: [250, 249, 248], pureWhiteShare: 0 }),
      measured({ color: null, even: false }),
      glass,
    )
    fc.assert(
      fc.property(fc.array(wish, { minLength: 1, maxLength: 6 }), picture, grounds, (wishes, more, ground) => {
        const first = plan(wishes, ground, more, more.format === 'heic' ? null : more.bytes)
        const again = plan(
          wishes,
          ground,
          { ...more, ...(first.fixes ? { fixes: first.fixes } : {}) },
          first.fixes || more.format === 'heic' ? null : more.bytes,
        )
        expect(again).toMatchObject({ fixes: first.fixes, done: [] })
      }),
      { numRuns: 500 },
    )
  })

  it('never make a rule of the same profile fail that passed', () => {
    const limit = fc.integer({ min: 300, max: 3000 })
    const rule = (kind: 'edge', side: 'shortest' | 'longest', is: 'least' | 'most') =>
      fc.record({ kind: fc.constant(kind), side: fc.constant(side), [is]: limit })
    const rules = fc.array(
      fc.oneof(
        rule('edge', 'shortest', 'least'),
        rule('edge', 'longest', 'least'),
        rule('edge', 'longest', 'most'),
        rule('edge', 'shortest', 'most'),
      ),
      { minLength: 1, maxLength: 4 },
    )
    const side = fc.integer({ min: 200, max: 4000 })
    fc.assert(
      fc.property(rules, side, side, (some, width, height) => {
        const { rules: all } = readProfile({ packshotProfile: 1, id: 'ours', revision: 1, name: 'Ours', rules: some })
        const of = (fixes: FixedPicture['image']['fixes']) =>
          checkPicture(
            { rules: all },
            toCheckFacts({ ...image, width, height, fixes }, { ...settings, ...(fixes ? { fixes } : {}) }, null, measured()),
          )
        const { fixes } = plan([...wishesOfRules({ rules: all })], measured(), { width, height })
        const after = of(fixes ?? undefined)
        for (const [at, { state }] of of(undefined).entries()) if (state === 'passed') expect(after[at]?.state).toBe('passed')
      }),
      { numRuns: 500 },
    )
  })
})

it('rules ask for what is safe', () => {
  const rules = [
    { kind: 'edge', side: 'longest', least: 1600, most: 10_000 },
    { kind: 'ratio', width: 4, height: 5, tolerance: 0.01 },
    { kind: 'format', formats: ['jpeg', 'png'] },
    { kind: 'format', formats: ['jpeg'] },
    { kind: 'white-background', share: 0.95 },
    { kind: 'sharpness', least: 'soft' },
    { kind: 'edge', side: 'shortest', least: 500 },
  ] as const
  expect(wishesOfRules({ rules })).toEqual([
    { kind: 'scale-down', longestEdge: 10_000, least: { longestEdge: 1600, shortestEdge: 500 } },
    { kind: 'pad', width: 4, height: 5, tolerance: 0.01 },
    { kind: 'convert', to: 'jpeg' },
    { kind: 'white-point', share: 0.95 },
  ])
  expect(wishesOfRules({ rules }, [4, 5])).toEqual([{ kind: 'white-point', share: 0.95 }])
})

it('rules with any numbers that a profile may have ask for what can be asked for', () => {
  const least = fc.double({ min: 0.000_001, max: 1_000_000, noNaN: true, minExcluded: true })
  const pixels = fc.integer({ min: 1, max: 10_000_000_000 })
  const rule = fc.oneof(
    fc.record({ kind: fc.constant('edge'), side: fc.constantFrom('shortest', 'longest'), most: pixels }),
    fc.record({ kind: fc.constant('pixels'), most: pixels }),
    fc.record({ kind: fc.constant('file-size'), most: fc.integer({ min: 1, max: 1_000_000_000_000 }) }),
    fc.record({ kind: fc.constant('ratio'), width: least, height: least, tolerance: fc.double({ min: 0, max: 0.5, noNaN: true }) }),
    fc.record({ kind: fc.constant('white-background'), share: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
  )
  fc.assert(
    fc.property(rule, (one) => {
      const { rules } = readProfile({ packshotProfile: 1, id: 'ours', revision: 1, name: 'Ours', rules: [one] })
      for (const wish of rules.flatMap(wishesOf)) expect(fixWish.safeParse(wish).error).toBeUndefined()
    }),
  )
  expect(wishesOf({ kind: 'ratio', width: 1.91, height: 1, tolerance: 0 })).toEqual([
    { kind: 'pad', width: 191, height: 100, tolerance: 0 },
  ])
  const many = Array.from({ length: 300 }, (_, at): FixWish => ({ kind: 'scale-down', longestEdge: 1 + (at % 250) }))
  expect(joinWishes(many)).toEqual(many.slice(0, mostWishes))
})

it('leave a picture that is too large to be held in memory', () => {
  const large = { width: 9990, height: 9990 }
  expect(
    plan(
      [
        { kind: 'scale-down', longestEdge: 3000 },
        { kind: 'scale-down', longestEdge: 12_000 },
      ],
      measured(),
      large,
    ),
  ).toEqual({
    ...{ fixes: null, done: [] },
    cannot: [{ kind: 'scale-down', why: 'too-large' }],
  })
})

it('add no ground that would make a picture larger than one may be', () => {
  for (const [width, height] of [
    [1, 100_000],
    [100_000, 1],
    [1, 50],
  ] as const)
    expect(plan({ kind: 'pad', width, height, tolerance: 0 }, measured({ color: [255, 255, 255] }), { width: 2000, height: 1900 })).toEqual(
      {
        ...{ fixes: null, done: [] },
        cannot: [{ kind: 'pad', why: 'too-large' }],
      },
    )
})
