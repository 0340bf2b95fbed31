import { expect, test } from 'vitest'
import { findLetterRows } from '../../electron/measuring/text/letter-rows.ts'
import { confirmWords, isPrintInRow } from '../../electron/measuring/text/sure-words.ts'

const [width, height] = [600, 400]

/** Dark strokes along a line that leans by `degrees`, on light grey with noise. */
const drawStrokes = (degrees: number, count: number): Uint8Array => {
  const data = Uint8Array.from({ length: width * height }, (_, at) => 200 + ((at * 7919) % 13) - 6)
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  for (let stroke = 0; stroke < count; stroke += 1) {
    const [x, y] = [Math.round(300 + (stroke - count / 2) * 24 * cos), Math.round(200 + (stroke - count / 2) * 24 * sin)]
    for (let down = -8; down <= 8; down += 1) for (let across = -2; across <= 2; across += 1) data[(y + down) * width + x + across] = 40
  }
  return data
}

test.for([-60, -20, 0, 35, 80])('a row of signs that leans by %i degrees comes first, with its direction and length', (degrees) => {
  const [first] = findLetterRows({ data: drawStrokes(degrees, 9), width, height })
  expect(first).toMatchObject({ isLight: false, letters: 9 })
  expect(Math.abs((first?.angle ?? 0) - degrees)).toBeLessThan(1.5)
  expect(Math.abs((first?.length ?? 0) - (8 * 24 + 17))).toBeLessThan(6)
})

test('a ground without signs has no rows', () => {
  expect(findLetterRows({ data: drawStrokes(0, 0), width, height })).toEqual([])
})

const word = (text: string, confidence: number) => ({ text, confidence, line: 0, box: { left: 0, top: 0, width: 1, height: 1 } })

test('a word of a row that is read the same twice is sure; another one, or a short one, is not', () => {
  expect(isPrintInRow(confirmWords([word('Basmati', 50)], [word('BASMATI', 45)]))).toBe(true)
  expect(isPrintInRow(confirmWords([word('Basmati', 50)], [word('Bosnuati', 45)]))).toBe(false)
  expect(isPrintInRow(confirmWords([word('Tull', 60)], [word('Tull', 60)]))).toBe(false)
})
