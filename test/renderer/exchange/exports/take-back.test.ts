import { beforeEach, expect, it, vi } from 'vitest'
import { closeImport, openImport, takeBack, useImportView } from '../../../../renderer/exchange/exports/import-view.ts'
import { tellProblem } from '../../../../renderer/ui/tell.tsx'
import { AppError } from '../../../../shared/base/errors.ts'
import type { ComparedTable } from '../../../../shared/exchange/exports.ts'

const core = await vi.hoisted(async () =>
  (await import('../../own-modules.ts')).withOwnModules({ open: vi.fn(), close: vi.fn(async () => {}), screen: vi.fn() }),
)
vi.mock('../../../../renderer/bridge.ts', () => ({ client: { exports: core } }))
vi.mock('../../../../renderer/navigation.ts', () => ({ currentScreen: core.screen }))
vi.mock('../../../../renderer/ui/tell.tsx', () => ({ tellProblem: vi.fn() }))
vi.mock('../../../../renderer/exchange/exports/read-as-base64.ts', () => ({ readAsBase64: async () => 'U0tV' }))

const file = { name: 'Shop.csv' } as File
const table = { id: 'table' } as ComparedTable

beforeEach(() => {
  vi.clearAllMocks()
  useImportView.setState({ isOpen: false, table: null })
  core.screen.mockReturnValue('sheet')
  core.open.mockResolvedValue(table)
})

it('shows the changes of an exported table that is dropped on the sheet', async () => {
  expect(await takeBack(file)).toBe(true)
  expect(core.open).toHaveBeenCalledWith({ name: 'Shop.csv', content: 'U0tV' })
  expect(useImportView.getState()).toEqual({ isOpen: true, table })
  closeImport()
  expect(core.close).toHaveBeenCalledWith({ id: 'table' })
  expect(useImportView.getState()).toEqual({ isOpen: false, table: null })
})

it('leaves a list of products to the product lists, and says what is wrong with any other table', async () => {
  core.open.mockRejectedValueOnce(new AppError('usage', { kind: 'table-without-key', name: 'Shop.csv' }))
  expect(await takeBack(file)).toBe(false)
  expect(tellProblem).not.toHaveBeenCalled()
  const damaged = new AppError('file-unreadable', { kind: 'handover-closed' })
  core.open.mockRejectedValueOnce(damaged)
  expect(await takeBack(file)).toBe(true)
  expect(tellProblem).toHaveBeenCalledWith('The file was not read.', damaged)
  expect(useImportView.getState().isOpen).toBe(false)
})

it('reads no table on another screen, or while one is open', async () => {
  core.screen.mockReturnValue('products')
  expect(await takeBack(file)).toBe(false)
  core.screen.mockReturnValue('sheet')
  openImport()
  expect(await takeBack(file)).toBe(false)
  expect(core.open).not.toHaveBeenCalled()
})
