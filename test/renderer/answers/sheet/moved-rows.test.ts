import { beforeEach, expect, it, vi } from 'vitest'
import { selectCell } from '../../../../renderer/answers/sheet/cell-range.ts'
import { sheetPage } from '../../../../renderer/answers/sheet/sheet-queries.ts'
import { select, useSheetView } from '../../../../renderer/answers/sheet/sheet-view.ts'
import { decide, run } from '../../../../renderer/answers/sheet/use-sheet-keys.ts'
import { queryClient } from '../../../../renderer/queries.ts'
import { pageOf, row, sheetOf } from './open-sheet.ts'

const core = await vi.hoisted(async () =>
  (await import('../../own-modules.ts')).withOwnModules({ review: vi.fn(), edit: vi.fn(), page: vi.fn() }),
)
vi.mock('../../../../renderer/bridge.ts', () => ({ client: { sheet: core, session: { get: vi.fn() }, workspaces: { list: vi.fn() } } }))

const sheet = sheetOf(4)
/** A page arrives; nothing is drawn. */
const show = (...ids: readonly string[]): void =>
  void queryClient.setQueryData(sheetPage(sheet.view)(0).queryKey, pageOf(ids.map((id) => row(id))))

beforeEach(() => {
  vi.clearAllMocks()
  core.review.mockResolvedValue({ changed: 1, skipped: 0, kept: [] })
  core.edit.mockResolvedValue({ changed: 1, kept: [] })
  show('a', 'b', 'c', 'd')
  useSheetView.setState({ workspace: 'blue' })
  select(selectCell({ row: 1, column: 0 }), 'b')
})

it('decides about the row on the screen while a newer page has another one at its place', async () => {
  show('b', 'c', 'd')
  await decide(sheet, 'approved', 'selection')
  expect(core.review).toHaveBeenCalledWith({
    what: { kind: 'cells', cells: [{ imageId: 'b', question: 'Alt text?', seen: 'digest of b' }], workspace: 'blue' },
    review: 'approved',
  })
  expect(useSheetView.getState()).toMatchObject({ selection: selectCell({ row: 1, column: 0 }), activeKey: 'c' })
})

it('clears and edits that row, too', async () => {
  show('new', 'a', 'b', 'c')
  await run(sheet, { kind: 'clear' })
  expect(core.edit).toHaveBeenCalledWith({
    cells: [{ imageId: 'b', question: 'Alt text?', text: '', seen: null }],
    kind: 'cleared',
    workspace: 'blue',
  })
  show('b', 'c', 'd')
  run(sheet, { kind: 'edit', text: null })
  expect(useSheetView.getState().editing).toMatchObject({ imageId: 'b' })
  useSheetView.setState({ editing: null })
})

it('changes nothing and says so once the row has left', async () => {
  show('a', 'c', 'd')
  await decide(sheet, 'approved', 'selection')
  await run(sheet, { kind: 'clear' })
  expect(core.review).not.toHaveBeenCalled()
  expect(core.edit).not.toHaveBeenCalled()
  expect(useSheetView.getState().said).toBe('That row is no longer shown. Nothing was changed.')
})
