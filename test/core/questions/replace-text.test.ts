import { expect, it } from 'vitest'
import { replaceIn } from '../../../electron/core/questions/replace-text.ts'

const replace = (text: string, find: string, by: string, matchCase = false) => replaceIn(text, { find, replace: by, matchCase })

it('replaces what is found as it is written, signs of patterns and $ included', () => {
  expect(replace('Red box, red lid', 'red', 'blue')).toBe('blue box, blue lid')
  expect(replace('Red box, red lid', 'red', 'blue', true)).toBe('Red box, blue lid')
  expect(replace('a+b (c)', '+b (', '$&')).toBe('a$&c)')
  expect(replace('aaa', 'aa', 'b')).toBe('ba')
  expect(replace('İstanbul, ISTANBUL', 'istanbul', 'x')).toBe('İstanbul, x')
  expect(replace('סגול כהה', 'כהה', 'בהיר')).toBe('סגול בהיר')
  expect(replace('Red', 'green', 'blue')).toBeNull()
  expect(replace('red', 'red', 'red')).toBeNull()
})
