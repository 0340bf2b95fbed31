import { expect, it } from 'vitest'
import { chooseColumns, hideColumn, plainLook, resizeColumn, sortOf, turnSort } from '../../../../renderer/answers/sheet/column-choice.ts'
import { findRow } from '../../../../renderer/answers/sheet/follow-row.ts'

const questions = [
  { question: 'Alt text?', column: 'Alt' },
  { question: 'What color?', column: 'Color' },
]

it('shows a set’s columns in its order, with the widths that a person gave them', () => {
  const look = resizeColumn(plainLook, 'What color?', 20)
  expect(chooseColumns(questions, look)).toEqual([
    { question: 'Alt text?', label: 'Alt', width: 220 },
    { question: 'What color?', label: 'Color', width: 80 },
  ])
})

it('hides columns, but never all of them', () => {
  const one = hideColumn(plainLook, 'Alt text?')
  expect(chooseColumns(questions, one).map(({ label }) => label)).toEqual(['Color'])
  expect(chooseColumns(questions, hideColumn(one, 'What color?'))).toHaveLength(2)
})

it('sorts up, down, then as the library again; a column that is gone orders nothing', () => {
  const up = turnSort(plainLook.sort, 'Alt text?')
  expect(up).toEqual({ by: 'Alt text?', descending: false })
  expect(turnSort(up, 'Alt text?')).toEqual({ by: 'Alt text?', descending: true })
  expect(turnSort({ by: 'Alt text?', descending: true }, 'Alt text?')).toEqual(plainLook.sort)
  expect(sortOf({ ...plainLook, sort: { by: 'Gone?', descending: true } }, questions)).toEqual(plainLook.sort)
})

it('finds a row again that moved while others came and went', () => {
  const keys = ['b', 'c', 'd', 'e']
  const keyAt = (index: number) => keys[index]
  expect(findRow('d', 2, 4, keyAt)).toBe(2)
  expect(findRow('b', 3, 4, keyAt)).toBe(0)
  expect(findRow('x', 1, 4, keyAt)).toBeNull()
})
