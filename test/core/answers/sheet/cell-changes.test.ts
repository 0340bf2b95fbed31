import { expect, it } from 'vitest'
import { createCellChanges } from '../../../../electron/core/answers/sheet/cell-changes.ts'

it('knows which questions changed, also after it has forgotten which pictures', () => {
  let commit = (): void => {}
  const changes = createCellChanges({
    onCommit: (listener) => {
      commit = listener
    },
  })
  const begun = changes.mark()
  for (let at = 0; at < 30_000; at++) changes.note('a', `img_${at}`, 'Color?')
  commit()
  const after = changes.mark()
  changes.note('a', 'img_7', 'Size?')
  commit()
  expect(changes.since(begun, 'a', 'Color?')).toBeNull()
  expect(changes.since(begun, 'b', 'Color?')).toEqual(new Set())
  expect(changes.since(after, 'a', 'Color?')).toEqual(new Set())
  expect(changes.since(after, 'a', 'Size?')).toEqual(new Set(['img_7']))
  changes.noteAll()
  expect(changes.since(after, 'a', 'Size?')).toBeNull()
  expect(changes.since(changes.mark(), 'a', 'Size?')).toEqual(new Set())
})
