import { notifications } from '@mantine/notifications'
import { beforeEach, expect, it, vi } from 'vitest'
import { saveInterrupted, saveTyped } from '../../../renderer/sheet/sheet-actions.ts'
import { useUnsaved, useWaiting } from '../../../renderer/sheet/sheet-view.ts'
import { tell } from '../../../renderer/ui/tell.tsx'
import { createTurns } from '../../../renderer/ui/turns.ts'

const core = vi.hoisted(() => ({ edit: vi.fn(), page: vi.fn() }))
vi.mock('../../../renderer/bridge.ts', () => ({ client: { sheet: core } }))

const typed = { imageId: 'a', question: 'Alt text?', name: 'a.jpg', label: 'Alt', seen: 'digest', before: '' }

beforeEach(() => {
  vi.clearAllMocks()
  useUnsaved.setState({ texts: [] })
})

it('keeps a text until the core has saved it, and saves it again after a reload', async () => {
  let answer: (edited: object) => void = () => {}
  core.edit.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  const saved = saveTyped(typed, 'one', false)
  expect(useWaiting.getState().texts).toEqual([{ cell: typed, text: 'one', isApproved: false }])
  await expect.poll(() => core.edit.mock.calls.length).toBe(1)
  answer({ changed: 1, kept: [] })
  await saved
  expect(useWaiting.getState().texts).toEqual([])
  // As the storage of the window gives it back.
  const other = { ...typed, imageId: 'b' }
  useWaiting.setState({ texts: [{ cell: other, text: 'two', isApproved: false }] })
  core.edit.mockResolvedValueOnce({ changed: 1, kept: [] })
  await saveInterrupted()
  expect(core.edit).toHaveBeenLastCalledWith({
    cells: [{ imageId: 'b', question: 'Alt text?', text: 'two', seen: 'digest' }],
    kind: 'typed',
  })
  expect(useWaiting.getState().texts).toEqual([])
})

it('keeps a text whose picture was removed for the person to copy', async () => {
  core.edit.mockResolvedValueOnce({ changed: 0, kept: [{ imageId: 'a', question: 'Alt text?', why: 'removed' }] })
  await saveTyped(typed, 'three', false)
  expect(useUnsaved.getState().texts).toMatchObject([{ text: 'three', why: 'removed' }])
})

it('begins all that waits, in its order, once the window is left', async () => {
  let leave: () => void = () => {}
  const turns = createTurns(new Promise<void>((resolve) => (leave = resolve)))
  const begun: number[] = []
  for (const number of [1, 2, 3])
    void turns.run(() => {
      begun.push(number)
      return new Promise(() => {})
    })
  await expect.poll(() => begun).toEqual([1])
  leave()
  await expect.poll(() => begun).toEqual([1, 2, 3])
})

it('takes the “Undo” of an earlier change off the screen', async () => {
  const hide = vi.spyOn(notifications, 'hide')
  const show = vi.spyOn(notifications, 'show').mockReturnValue('pasted')
  tell('4 cells pasted', { action: { label: 'Undo', run: () => {} }, kind: 'sheet' })
  show.mockRestore()
  hide.mockClear()
  core.edit.mockResolvedValueOnce({ changed: 1, kept: [] })
  await saveTyped({ ...typed, imageId: 'c' }, 'four', false)
  expect(hide).toHaveBeenCalledWith('pasted')
  hide.mockRestore()
})
