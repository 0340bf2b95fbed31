import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { selectCell } from '../../../../renderer/answers/sheet/cell-range.ts'
import { answerCopy } from '../../../../renderer/answers/sheet/clipboard.ts'
import { select } from '../../../../renderer/answers/sheet/sheet-view.ts'
import { pageOf, row, sheetOf } from './open-sheet.ts'

const core = await vi.hoisted(async () =>
  (await import('../../own-modules.ts')).withOwnModules({ edit: vi.fn(), page: vi.fn(), keys: vi.fn() }),
)
vi.mock('../../../../renderer/bridge.ts', () => ({ client: { sheet: core, session: { get: vi.fn() }, workspaces: { list: vi.fn() } } }))

const writeText = vi.fn()
type Copying = Parameters<typeof answerCopy>[1]
const event = { preventDefault: () => {}, stopPropagation: () => {} } as Copying

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  core.page.mockResolvedValue(pageOf([row('a')]))
  core.keys.mockResolvedValue({ total: 1, images: ['a'] })
  core.edit.mockResolvedValue({ changed: 1, kept: [] })
  select(selectCell({ row: 0, column: 0 }))
})
afterEach(() => vi.unstubAllGlobals())

it('cuts cells of rows that are not loaded after it has copied them', async () => {
  writeText.mockResolvedValue(undefined)
  answerCopy(sheetOf(1), event, true)
  await expect.poll(() => core.edit.mock.calls.length).toBe(1)
  expect(writeText).toHaveBeenCalledTimes(1)
})

it('leaves cells as they are if they could not be copied', async () => {
  const refused = Promise.reject(new Error('no focus'))
  writeText.mockReturnValue(refused)
  answerCopy(sheetOf(1), event, true)
  await expect.poll(() => writeText.mock.calls.length).toBe(1)
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
  expect(core.keys).not.toHaveBeenCalled()
  expect(core.edit).not.toHaveBeenCalled()
})
