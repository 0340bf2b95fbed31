import { describe, expect, it } from 'vitest'
import { type GridLayout, layOut } from '../../renderer/pictures/library/grid-layout.ts'

/** The pictures of each line, and the group of a header. */
const linesOf = (layout: GridLayout): (string | number[])[] =>
  Array.from({ length: layout.lines }, (_, at) => {
    const line = layout.lineAt(at)
    return line.kind === 'group' ? `group ${line.group}` : Array.from({ length: line.count }, (_, column) => line.first + column)
  })

describe('a grid with groups', () => {
  const layout = layOut(8, [4, 1, 3], 3)

  it('has a line for each header, and begins each group on a new line', () => {
    expect(linesOf(layout)).toEqual(['group 0', [0, 1, 2], [3], 'group 1', [4], 'group 2', [5, 6, 7]])
    expect(Array.from({ length: 7 }, (_, line) => layout.groupAt(line))).toEqual([0, 0, 0, 1, 1, 2, 2])
    expect(Array.from({ length: 7 }, (_, line) => layout.isHead(line))).toEqual([true, false, false, true, false, true, false])
    for (let index = 0; index < 8; index++) {
      const { line, column } = layout.placeOf(index)
      const found = layout.lineAt(line)
      expect(found.kind === 'pictures' && found.first + column).toBe(index)
    }
  })

  it('is walked by keys across its headers: in the column as far as a line has it', () => {
    expect([2, 3, 4, 5].map((index) => layout.move(index, 'ArrowDown', 2))).toEqual([3, 4, 5, 5])
    expect([7, 4, 3, 1].map((index) => layout.move(index, 'ArrowUp', 2))).toEqual([4, 3, 0, 1])
    expect(layout.move(3, 'ArrowRight', 2)).toBe(4)
    expect(layout.move(4, 'ArrowLeft', 2)).toBe(3)
    expect(layout.move(0, 'PageDown', 2)).toBe(4)
    expect(layout.move(7, 'PageUp', 9)).toBe(2)
    expect([layout.move(5, 'Home', 2), layout.move(5, 'End', 2)]).toEqual([0, 7])
  })

  it('places 5,000 groups of 100,000 pictures', () => {
    const large = layOut(100_000, Array(5_000).fill(20), 6)
    expect(large.lines).toBe(5_000 * 5)
    expect(large.lineAt(24_999)).toEqual({ kind: 'pictures', first: 99_998, count: 2 })
    expect(large.placeOf(99_999)).toEqual({ line: 24_999, column: 1 })
    expect(large.headOf(4_999)).toBe(24_995)
  })
})

it('a grid without groups has no headers', () => {
  const layout = layOut(5, null, 3)
  expect(linesOf(layout)).toEqual([
    [0, 1, 2],
    [3, 4],
  ])
  expect(layout.groupAt(1)).toBeNull()
  expect(layout.move(1, 'ArrowDown', 1)).toBe(4)
})
