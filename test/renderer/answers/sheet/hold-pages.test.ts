import { QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { selectCell } from '../../../../renderer/answers/sheet/cell-range.ts'
import { beginEdit, endEdit } from '../../../../renderer/answers/sheet/edit-cell.ts'
import { pendingOf } from '../../../../renderer/answers/sheet/pending-cells.ts'
import { peekRow, sheetPage } from '../../../../renderer/answers/sheet/sheet-queries.ts'
import { select, useSheetDraft, useSheetView } from '../../../../renderer/answers/sheet/sheet-view.ts'
import { queryClient } from '../../../../renderer/queries.ts'
import { pageOf, row, sheetOf } from './open-sheet.ts'

const core = await vi.hoisted(async () => (await import('../../own-modules.ts')).withOwnModules({ edit: vi.fn(), page: vi.fn() }))
vi.mock('../../../../renderer/bridge.ts', () => ({ client: { sheet: core, session: { get: vi.fn() }, workspaces: { list: vi.fn() } } }))

it('leaves the rows where they are while the next cell is edited, and reads them again afterwards', async () => {
  const sheet = sheetOf(3)
  const answers: ((page: ReturnType<typeof pageOf>) => void)[] = []
  core.edit.mockResolvedValue({ changed: 1, kept: [] })
  core.page.mockImplementation(() => new Promise((resolve) => answers.push(resolve)))
  const options = sheetPage(sheet.view)(0)
  queryClient.setQueryData(options.queryKey, pageOf(['a', 'b', 'c'].map((id) => row(id))))
  const stop = new QueryObserver(queryClient, options).subscribe(() => {})
  const keyAt = (index: number): string | undefined => peekRow(sheet.view, index)?.key

  useSheetView.setState({ workspace: 'blue' })
  select(selectCell({ row: 0, column: 0 }), 'a')
  beginEdit(sheet, 'Short')
  endEdit(sheet, { isSaved: true, step: 'down', takesFocus: false })
  await expect.poll(() => answers.length).toBe(1)
  beginEdit(sheet, 'A re')
  // The read that the first text began: its row has left.
  answers[0]?.(pageOf(['b', 'c'].map((id) => row(id))))
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect([keyAt(0), keyAt(1)]).toEqual(['a', 'b'])
  expect(useSheetView.getState().editing).toMatchObject({ imageId: 'b' })
  expect(useSheetDraft.getState().text).toBe('A re')
  expect(pendingOf('a', 'Alt text?')).toMatchObject({ text: 'Short' })

  endEdit(sheet, { isSaved: false, takesFocus: false })
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(pageOf(['b', 'c'].map((id) => row(id))))
  await expect.poll(() => pendingOf('a', 'Alt text?')).toBeUndefined()
  expect(keyAt(0)).toBe('b')
  stop()
})
