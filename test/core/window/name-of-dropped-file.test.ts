import { expect, it } from 'vitest'
import { toSafeName } from '../../../electron/core/window/name-of-dropped-file.ts'

it.each([
  ['mug.png', 'mug.png'],
  ['Frühling 🌷.jpeg', 'Frühling 🌷.jpeg'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\mug.png', 'mug.png'],
  ['..', 'picture'],
  ['', 'picture'],
  ['.hidden.png', 'hidden.png'],
  ['a\u0000b\n\u202egnp.png', 'a_b__gnp.png'],
  ['CON.png', '_CON.png'],
  ['what?.png', 'what_.png'],
  ['COM¹.png', '_COM¹.png'],
  ['conout$.png', '_conout$.png'],
  ['nul .png', '_nul .png'],
  ['nullify.png', 'nullify.png'],
])('turns the name %j into %j', (name, safe) => {
  expect(toSafeName(name)).toBe(safe)
})

it('a very long file name is shortened at its beginning and keeps its extension', () => {
  const safe = toSafeName(`${'ü'.repeat(500)}.png`)
  expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(180)
  expect(safe).toMatch(/ü\.png$/)
})
