import { expect, it, test } from 'vitest'
import { findUnlikeId } from '../../../shared/products/source-ids.ts'

test.each([
  ['src_9f31', ['src_1a2b'], true],
  ['banana', ['src_1a2b'], false],
  ['src_none', ['src_1a2b'], false],
  ['kown', ['482913'], false],
  ['500211', ['482913'], true],
  ['abcdefab', ['1a2b3c4d'], true],
  ['nnoe', ['1a2b3c4d'], false],
  ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', ['c9bf9e57-1685-4c89-bafb-ff5af830be8a'], true],
  ['banana', [], false],
  ['src_1', [], true],
  ['odd', ['odd', 'src_1'], true],
])('%s beside %j is an id: %s', (id, known, isOne) => expect(findUnlikeId([id], known)).toBe(isOne ? undefined : id))

it('of several source IDs, the first one that is unlike the others is named', () => {
  expect(findUnlikeId(['src_2', 'src_x3', 'none', 'banana'], ['src_1'])).toBe('none')
})
