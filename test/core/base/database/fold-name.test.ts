import { expect, it } from 'vitest'
import { foldName } from '../../../../electron/core/base/database/fold-name.ts'

it('takes the marks of every letter that has some', () => {
  const withMarks: string[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    // Halves of a pair are no letters.
    if (code >= 0xd800 && code <= 0xdfff) continue
    const letter = String.fromCodePoint(code)
    if (/\p{M}/u.test(foldName(`a${letter}`))) withMarks.push(code.toString(16))
  }
  expect(withMarks).toEqual([])
})

it('makes what a person types and what a file system writes one', () => {
  expect(['Süden.jpg', 'SÜDEN.JPG'.normalize('NFD'), 'ﬁn – 赤色', 'İzmir'].map(foldName)).toEqual([
    'suden.jpg',
    'suden.jpg',
    'fin – 赤色',
    'izmir',
  ])
})
