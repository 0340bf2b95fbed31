import { expect, it } from 'vitest'
import { replaceIn } from '../../../../electron/core/answers/sheet/replace-text.ts'

const replace = (text: string, find: string, by: string, matchCase = false) => replaceIn(text, { find, replace: by, matchCase })

it('replaces what is found as it is written, signs of patterns and $ included', () => {
  expect(replace('Red box, red lid', 'red', 'blue')).toBe('blue box, blue lid')
  expect(replace('Red box, red lid', 'red', 'blue', true)).toBe('Red box, blue lid')
  expect(replace('a+b (c)', '+b (', '$&')).toBe('a$&c)')
  expect(replace('aaa', 'aa', 'b')).toBe('ba')
  expect(replace('İstanbul, ISTANBUL', 'istanbul', 'x')).toBe('İstanbul, x')
  expect(replace('ΟΔΟΣ, οδος', 'οδος', 'x')).toBe('x, x')
  expect(replace('ΟΔΟΣ, οδος', 'ΟΔΟΣ', 'x')).toBe('x, x')
  expect(replace('οδος', 'οδοσ', 'x', true)).toBeNull()
  expect(replace('סגול כהה', 'כהה', 'בהיר')).toBe('סגול בהיר')
  expect(replace('Red', 'green', 'blue')).toBeNull()
  expect(replace('red', 'red', 'red')).toBeNull()
})

it('finds a text as a person reads it, and never parts a letter from its accent', () => {
  expect(replace('A Cafe\u0301 cup', 'Café', 'Bar')).toBe('A Bar cup')
  expect(replace('A Café cup', 'Cafe\u0301', 'Bar')).toBe('A Bar cup')
  // No letter of its own has this accent: it stays with its letter.
  expect(replace('x\u0301 and x', 'x', 'y')).toBe('x\u0301 and y')
  expect(replace('👩\u200d🚀 👩', '👩', 'a')).toBe('👩\u200d🚀 a')
  expect(replace('The mug’s “red”\u00a0lid', `mug's "red" lid`, 'red lid')).toBe('The red lid')
  expect(replace('A cof\u00adfee \u200fmug', 'coffee mug', 'cup')).toBe('A cup')
})

it('finds signs alone exactly as they are', () => {
  expect(replace('“red” "blue"', '"', '”')).toBe('“red” ”blue”')
  expect(replace('10\u00a0cm by 5', '\u00a0', ' ')).toBe('10 cm by 5')
  expect(replace('cof\u00adfee', '\u00ad', '')).toBe('coffee')
})
