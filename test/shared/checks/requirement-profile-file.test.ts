import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describeCause } from '../../../shared/base/describe-error.ts'
import { AppError } from '../../../shared/base/errors.ts'
import {
  formatProfileFile,
  largestProfileFile,
  mostRules,
  nameProfileFile,
  parseProfileFile,
  readFileProfiles,
  readProfile,
} from '../../../shared/checks/requirement-profile-file.ts'
import { describeRequired, nameRule } from '../../../shared/checks/requirement-profiles-words.ts'

const profile = (over: object = {}): Record<string, unknown> => ({
  packshotProfile: 1,
  id: 'team',
  revision: 1,
  name: 'Our shop',
  rules: [{ kind: 'edge', side: 'longest', least: 1000 }],
  ...over,
})

const withRule = (rule: unknown): Record<string, unknown> => profile({ rules: [rule] })

/** The sentence of the refusal. */
const refusalOf = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    if (error instanceof AppError) return describeCause(error.toRecord())
    throw error
  }
  return 'was not refused'
}

const builtIn = new URL('../../../electron/core/checks/profiles/', import.meta.url)

describe('The file of a requirement profile', () => {
  it('comes back as it went out, with rules that this version doesn’t know', () => {
    const text = JSON.stringify(
      profile({
        pictures: 'first',
        rules: [
          { kind: 'edge', side: 'longest', least: 1000, source: { address: 'https://shop.example/rules', read: '2026-11-24' } },
          { kind: 'mannequin', allowed: false, source: { address: 'https://shop.example/rules', read: '2026-11-24' } },
          { kind: 'edge', side: 'longest', least: 900, unless: 'zoomed' },
        ],
      }),
    )
    const read = parseProfileFile(`\ufeff${text}`)
    expect(read.rules.map(({ kind }) => kind)).toEqual(['edge', 'unknown', 'unknown'])
    expect(parseProfileFile(formatProfileFile(read))).toEqual(read)
    expect(JSON.parse(formatProfileFile(read))).toEqual(JSON.parse(text))
  })

  it('takes the names of formats as people write them', () => {
    expect(readProfile(withRule({ kind: 'format', formats: ['JPG', 'jpeg', '.png', 'TIF'] })).rules).toEqual([
      { kind: 'format', formats: ['jpeg', 'png', 'tiff'] },
    ])
  })

  it('keeps a rule whose source this version doesn’t understand', () => {
    const { rules } = readProfile(withRule({ kind: 'mannequin', source: { book: 'Rules', page: 3 } }))
    expect(rules).toEqual([{ kind: 'unknown', said: 'mannequin', content: { kind: 'mannequin', source: { book: 'Rules', page: 3 } } }])
  })

  it.each([
    ['not JSON', () => parseProfileFile('{'), 'This file does not contain a requirement profile.'],
    ['other JSON', () => parseProfileFile('[]'), 'This file contains something else than a requirement profile.'],
    ['no rule', () => readProfile(profile({ rules: [] })), 'This requirement profile has no rule.'],
    ['a newer version', () => readProfile(profile({ packshotProfile: 2 })), 'This file has version 2, which a newer Packshot wrote.'],
    [
      'too large a file',
      () => parseProfileFile(' '.repeat(largestProfileFile + 1)),
      'A file with a requirement profile may have 1 MB; this one is larger.',
    ],
    [
      'too many rules',
      () => readProfile(profile({ rules: Array.from({ length: 10_000 }, () => ({ kind: 'sharpness', least: 'soft' })) })),
      `A profile may have ${mostRules} rules; this one has 10,000.`,
    ],
    [
      'a wrong id',
      () => readProfile(profile({ id: '../other' })),
      'The profile’s “id” must have 1 to 80 lowercase letters, digits and hyphens.',
    ],
    ['a wrong revision', () => readProfile(profile({ revision: 1.5 })), 'The profile’s “revision” must be a whole number from 1.'],
    ['an empty name', () => readProfile(profile({ name: '  ' })), 'The profile’s “name” must have 1 to 100 characters.'],
    ['other pictures', () => readProfile(profile({ pictures: 'some' })), 'The profile’s “pictures” must be “every”, “first” or “others”.'],
    [
      'a negative size',
      () => readProfile(withRule({ kind: 'edge', side: 'longest', least: -5 })),
      'Rule 1, “edge”, can’t be used: its “least” is wrong or missing.',
    ],
    [
      'a number as text',
      () => readProfile(withRule({ kind: 'file-size', most: '5 MB' })),
      'Rule 1, “file-size”, can’t be used: its “most” is wrong or missing.',
    ],
    [
      'a share above one',
      () => readProfile(withRule({ kind: 'fill', least: 85 })),
      'Rule 1, “fill”, can’t be used: its “least” is wrong or missing.',
    ],
    [
      'limits the wrong way round',
      () => readProfile(withRule({ kind: 'pixels', least: 100, most: 10 })),
      'Rule 1, “pixels”, can’t be used: its “least” is above its “most”.',
    ],
    [
      'no limit',
      () => readProfile(withRule({ kind: 'picture-count' })),
      'Rule 1, “picture-count”, can’t be used: it has neither “least” nor “most”.',
    ],
    ['no kind', () => readProfile(withRule({ least: 5 })), 'Rule 1 can’t be used: its “kind” is wrong or missing.'],
    [
      'a source that is no web address',
      () => readProfile(withRule({ kind: 'sharpness', least: 'soft', source: { address: 'javascript:alert(1)', read: '2026-11-24' } })),
      'Rule 1, “sharpness”, can’t be used: its “source” is wrong or missing.',
    ],
    ['two profiles with one id', () => readFileProfiles([profile(), profile()]), 'The file has the requirement profile “Our shop” twice.'],
  ])('is refused with a reason for %s', (_what, read, sentence) => {
    expect(refusalOf(read)).toBe(sentence)
  })

  it('is named after the profile', () => {
    expect(nameProfileFile({ name: 'Amazon: main/other' })).toBe('Amazon main other.packshot-profile')
    expect(nameProfileFile({ name: '...' })).toBe('Requirements.packshot-profile')
  })
})

describe('The profiles that come with Packshot', () => {
  const files = readdirSync(builtIn)

  it.each(files)('%s can be read, and each of its rules has a source, a date and words', (file) => {
    const read = parseProfileFile(readFileSync(new URL(file, builtIn), 'utf8'))
    expect(`${read.id}.json`).toBe(file)
    for (const rule of read.rules) {
      expect(rule.kind).not.toBe('unknown')
      expect(rule.source?.address).toMatch(/^https:\/\//)
      expect(nameRule(rule).length).toBeGreaterThan(2)
      expect(describeRequired(rule)).not.toMatch(/undefined|NaN/)
    }
  })
})
