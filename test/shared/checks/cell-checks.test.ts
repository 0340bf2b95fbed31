import { describe, expect, it } from 'vitest'
import { type CellCheck, type CheckedLanguage, usualBeginnings } from '../../../shared/answers/question-sets.ts'
import { doubtLanguage } from '../../../shared/base/text-language.ts'
import { readTextPattern } from '../../../shared/base/text-pattern.ts'
import { checkCell } from '../../../shared/checks/cell-checks.ts'
import { createRandom } from '../../fixtures/random.ts'

const kinds = (text: string, ...checks: CellCheck[]): string[] => checkCell(text, checks).map(({ kind }) => kind)
const fits = (pattern: string, text: string): boolean | string => {
  const read = readTextPattern(pattern)
  return read.kind === 'pattern' ? read.fits(text) : read.problem.kind
}

describe('the checks of a cell', () => {
  it('fail a text that is too long, counted in characters as people do, and an empty one only where it must not be empty', () => {
    const longest: CellCheck = { kind: 'longest', characters: 3 }
    expect(checkCell('abcd', [longest])).toEqual([{ kind: 'longest', characters: 4, limit: 3 }])
    expect(kinds('🙂🙂🙂', longest)).toEqual([])
    expect(kinds(' ', longest, { kind: 'must-match', pattern: 'x' }, { kind: 'not-empty' })).toEqual(['not-empty'])
  })

  it('fail a text that begins with words it must not begin with, whatever their case, but not longer words', () => {
    const check: CellCheck = { kind: 'must-not-begin', words: [...usualBeginnings] }
    expect(checkCell(' Image of a mug', [check])).toEqual([{ kind: 'must-not-begin', words: 'image of' }])
    expect(kinds('An IMAGE OF', check)).toEqual(['must-not-begin'])
    expect(kinds('Image offset', check)).toEqual([])
  })

  it.each(['“Image of a mug”', 'Image  of a mug', 'Image\u00a0of a mug', '\u200fImage of a mug', '\u200bImage of a mug'])(
    'see what a person sees at the beginning of %j',
    (text) => {
      expect(kinds(text, { kind: 'must-not-begin', words: ['image of'] })).toEqual(['must-not-begin'])
    },
  )

  it.each([
    ['A+', 'AAA', true],
    ['A+', 'AAB', false],
    ['(red|blue)( (mug|cup))?', 'blue cup', true],
    ['[A-Z]{2}-\\d{3,4}', 'AB-1234', true],
    ['[A-Z]{2}-\\d{3,4}', 'AB-12', false],
    ['[^.]*\\.', 'One sentence.', true],
    ['[^.]*\\.', 'Two. Sentences.', false],
    ['\\u\\l+ .*', 'Über größe', true],
    ['^a.c$', 'a\nc', true],
    ['(a*)*b', 'aaab', true],
    ['(a', 'a', 'unclosed'],
    ['*a', 'a', 'nothing-to-repeat'],
    ['[z-a]', 'a', 'wrong-range'],
    ['a{9,1}', 'a', 'wrong-count'],
    ['a)', 'a', 'unexpected'],
    ['\\q', 'q', 'unknown-escape'],
    ['(((){500}){500}){500}', '', 'too-large'],
  ])('read the pattern %s', (pattern, text, expected) => {
    expect(fits(pattern, text)).toBe(expected)
  })

  it('read a pattern whose places are many without a long step for a character', () => {
    const random = createRandom(1)
    const text = Array.from({ length: 20_000 }, () => (random() < 0.5 ? 'a' : 'b')).join('')
    const begun = process.cpuUsage()
    expect(fits('.*a.{490}', text)).toBe(text.at(-491) === 'a')
    // A list of places for each character took more than a second.
    expect(process.cpuUsage(begun).user).toBeLessThan(600_000)
  })

  it('take time in line with the text, whatever the pattern', () => {
    expect(fits('(a|a)*(a|aa)*c', 'a'.repeat(100_000))).toBe(false)
  })

  it.each<[string, CheckedLanguage, CheckedLanguage | 'fine' | null]>([
    ['A white mug with a red handle on a wooden table', 'en', 'fine'],
    ['Eine weiße Tasse mit rotem Henkel auf einem Holztisch', 'en', 'de'],
    ['Une tasse blanche avec une anse rouge sur la table', 'de', 'fr'],
    ['En hvit kopp med rødt håndtak på et bord', 'da', 'fine'],
    ['Белая кружка с красной ручкой', 'en', null],
    ['Біла чашка з червоною ручкою, її колір', 'ru', 'uk'],
    ['白いマグカップ', 'zh', 'ja'],
    ['Nike Air Max 90', 'ja', 'fine'],
    ['A white mug on a table', 'ja', null],
    ['SKU-100', 'ja', 'fine'],
    ['SKU-100 XL', 'en', 'fine'],
    ['', 'en', 'fine'],
  ])('judge the language of “%s” for %s', (text, language, expected) => {
    expect(doubtLanguage(text, language)?.seems ?? (doubtLanguage(text, language) ? null : 'fine')).toBe(expected)
  })
})
