import { notifications } from '@mantine/notifications'
import { beforeEach, expect, it, vi } from 'vitest'
import { pendingOf, showPending } from '../../../../renderer/answers/sheet/pending-cells.ts'
import { saveInterrupted, saveTyped, undoOf } from '../../../../renderer/answers/sheet/sheet-actions.ts'
import { useSheetView, useUnsaved, useWaiting } from '../../../../renderer/answers/sheet/sheet-view.ts'
import { api, queryClient } from '../../../../renderer/queries.ts'
import { tell } from '../../../../renderer/ui/tell.tsx'
import { createTurns } from '../../../../renderer/ui/turns.ts'

const core = await vi.hoisted(async () =>
  (await import('../../own-modules.ts')).withOwnModules({ edit: vi.fn(), page: vi.fn(), undo: vi.fn() }),
)
vi.mock('../../../../renderer/bridge.ts', () => ({ client: { sheet: core, session: { get: vi.fn() }, workspaces: { list: vi.fn() } } }))

const typed = { workspace: 'blue', imageId: 'a', question: 'Alt text?', name: 'a.jpg', label: 'Alt', seen: 'digest', before: '' }

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
    workspace: 'blue',
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

it('saves a text in the workspace it was typed in, and says so once another one is shown', async () => {
  const said = vi.spyOn(notifications, 'show').mockReturnValue('note')
  useSheetView.setState({ workspace: 'red' })
  queryClient.setQueryData(api.workspaces.list.queryKey(), [
    {
      id: 'blue',
      name: 'Shop A',
      baseUrl: 'https://a.example',
      credentials: 'oauth',
      isSample: false,
      isActive: false,
      state: 'signed-in',
      waiting: 0,
      parked: 0,
    },
  ])
  core.edit.mockResolvedValueOnce({ changed: 1, kept: [], change: 7 })
  await saveTyped({ ...typed, imageId: 'd' }, 'five', false)
  expect(core.edit).toHaveBeenLastCalledWith(expect.objectContaining({ workspace: 'blue' }))
  expect(useSheetView.getState().said).toBe('Alt of a.jpg saved. Changed in “Shop A”. ')
  expect(said).toHaveBeenCalledOnce()
  // What could not be saved waits apart from the other workspace's text for the same cell.
  core.edit.mockRejectedValue(new Error('no'))
  await saveTyped({ ...typed, imageId: 'd' }, 'six', false)
  await saveTyped({ ...typed, workspace: 'red', imageId: 'd' }, 'seven', false)
  expect(useUnsaved.getState().texts).toMatchObject([
    { workspace: 'blue', text: 'six' },
    { workspace: 'red', text: 'seven' },
  ])
  useSheetView.setState({ workspace: null })
  said.mockRestore()
})

it('shows what is being saved only in the workspace whose cell it is', () => {
  useSheetView.setState({ workspace: 'blue' })
  showPending([{ imageId: 'e', question: 'Alt text?', text: 'In Blue' }], 'blue')
  expect(pendingOf('e', 'Alt text?')?.text).toBe('In Blue')
  useSheetView.setState({ workspace: 'red' })
  expect(pendingOf('e', 'Alt text?')).toBeUndefined()
  useSheetView.setState({ workspace: null })
})

it('undoes with a note exactly the change that it names, and only where a person sees it', async () => {
  useSheetView.setState({ workspace: 'blue' })
  core.undo.mockResolvedValueOnce(null)
  const offered = undoOf(12, 'blue')
  if (!('undo' in offered) || !offered.undo) throw new Error('It offers no Undo.')
  void offered.undo.run()
  await expect.poll(() => core.undo.mock.calls).toEqual([[{ workspace: 'blue', change: 12 }]])
  expect(undoOf(12, 'red')).toEqual({ kind: 'sheet' })
  expect(undoOf(null, 'blue')).toEqual({ kind: 'sheet' })
  useSheetView.setState({ workspace: null })
})
