import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { clearCells, fill } from '../../../../renderer/answers/sheet/sheet-actions.ts'
import { peekRow, sheetPage, rowsPerPage as size } from '../../../../renderer/answers/sheet/sheet-queries.ts'
import { useSheetView } from '../../../../renderer/answers/sheet/sheet-view.ts'
import { copyTexts } from '../../../../renderer/exchange/exports/copy-texts.ts'
import { api, queryClient } from '../../../../renderer/queries.ts'
import { copyText } from '../../../../renderer/ui/copy-text.ts'
import { pageOf, row, sheetOf } from './open-sheet.ts'

const core = await vi.hoisted(async () =>
  (await import('../../own-modules.ts')).withOwnModules({ edit: vi.fn(), page: vi.fn(), keys: vi.fn() }),
)
vi.mock('../../../../renderer/bridge.ts', () => ({ client: { sheet: core, session: { get: vi.fn() }, workspaces: { list: vi.fn() } } }))
vi.mock('../../../../renderer/ui/copy-text.ts', () => ({ copyText: vi.fn() }))

const sheet = sheetOf(2 * size)
const rowsOf = (workspace: string, from: number, count: number) =>
  Array.from({ length: count }, (_, at) => row(`${workspace} ${from + at}`))
const keep = (workspace: string, offset: number): void =>
  void queryClient.setQueryData(sheetPage(sheet.view)(offset).queryKey, { ...pageOf(rowsOf(workspace, offset, size)), workspace })
const range = { top: 0, bottom: 2 * size - 1, left: 0, right: 0 }
/** The pictures of the cells that were changed, where others begin. */
const changed = (): string[] => {
  const cells = core.edit.mock.calls.at(-1)?.[0].cells as { readonly imageId: string }[]
  return [cells[0], cells[size - 1], cells[size], cells[2 * size - 1]].map((cell) => cell?.imageId ?? '')
}

beforeEach(() => {
  vi.clearAllMocks()
  queryClient.clear()
  core.edit.mockResolvedValue({ changed: 2 * size, kept: [], change: 1 })
  core.keys.mockImplementation(async ({ offset, limit, workspace }) => ({
    total: 2 * size,
    images: Array.from({ length: limit }, (_, at) => `${workspace} ${offset + at}`),
  }))
})

it('clears the cells of the workspace that is shown, and reads the rows that are still another one’s', async () => {
  keep('blue', 0)
  keep('blue', size)
  keep('red', 0)
  useSheetView.setState({ workspace: 'red' })
  await clearCells(sheet, range)
  expect(changed()).toEqual(['red 0', `red ${size - 1}`, `red ${size}`, `red ${2 * size - 1}`])
  expect(core.keys).toHaveBeenCalledWith(expect.objectContaining({ offset: size, workspace: 'red' }))
})

/** The core, with another workspace as active after the first page. */
const switchAfterFirst = (): void => {
  let active = 'blue'
  core.page.mockImplementation(async ({ offset, limit, workspace }) => {
    const asked = workspace ?? active
    active = 'red'
    const rows = Array.from({ length: limit }, (_, at) => row(`${asked} ${offset + at}`, { text: `Text of ${asked}` }))
    return { ...pageOf(rows), total: 400, workspace: asked }
  })
}

it('fills and copies the texts of one workspace while the person switches to another', async () => {
  useSheetView.setState({ workspace: 'blue' })
  switchAfterFirst()
  const wide = { ...sheetOf(400), columns: [...sheet.columns, { question: 'Title?', label: 'Title', width: 220 }] }
  await fill(wide, { top: 0, bottom: 399, left: 0, right: 1 }, 'right')
  const filled = core.edit.mock.calls.at(-1)?.[0].cells as { readonly text: string }[]
  expect(filled).toHaveLength(400)
  expect(new Set(filled.map(({ text }) => text))).toEqual(new Set(['Text of blue']))
  switchAfterFirst()
  await copyTexts(sheet.view, 'Alt text?', 'list')
  const copied = vi.mocked(copyText).mock.calls[0]?.[0] ?? ''
  expect(copied).toContain('Text of blue')
  expect(copied).not.toContain('Text of red')
})

it('reads rows again that may have moved since they left the screen, and keeps those on it', async () => {
  useSheetView.setState({ workspace: 'blue' })
  keep('blue', 0)
  keep('blue', size)
  core.page.mockImplementation(() => new Promise(() => {}))
  const stop = new QueryObserver(queryClient, sheetPage(sheet.view)(0)).subscribe(() => {})
  void queryClient.invalidateQueries({ queryKey: api.sheet.page.key() })
  expect(peekRow(sheet.view, size - 1)?.key).toBe(`blue ${size - 1}`)
  expect(peekRow(sheet.view, size)).toBeUndefined()
  core.keys.mockResolvedValue({ total: 2 * size, images: Array.from({ length: size }, (_, at) => `blue ${size + 1 + at}`) })
  await clearCells(sheet, range)
  expect(changed()).toEqual(['blue 0', `blue ${size - 1}`, `blue ${size + 1}`, `blue ${2 * size}`])
  stop()
})
