import { create } from 'zustand'
import { AppError } from '../../../shared/base/errors.ts'
import type { ComparedTable } from '../../../shared/exchange/exports.ts'
import { client } from '../../bridge.ts'
import { currentScreen } from '../../navigation.ts'
import { tellProblem } from '../../ui/tell.tsx'
import { readAsBase64 } from './read-as-base64.ts'

type View = {
  readonly isOpen: boolean
  /** As it was compared last: each choice of a column gives it another id. */
  readonly table: ComparedTable | null
}

/** The dialog “Import changes”. */
export const useImportView = create<View>(() => ({ isOpen: false, table: null }))

export const openImport = (): void => useImportView.setState({ isOpen: true, table: null })

export const showTable = (table: ComparedTable): void => useImportView.setState({ isOpen: true, table })

export const closeImport = (): void => {
  const { table } = useImportView.getState()
  if (table) client.exports.close({ id: table.id }).catch(() => {})
  useImportView.setState({ isOpen: false, table: null })
}

/** Compares a file with the sheet. */
export const openTable = async (file: File): Promise<ComparedTable> =>
  client.exports.open({ name: file.name, content: await readAsBase64(file) })

/**
 * A table that is dropped on the sheet comes back, if it was exported from one: its changes are shown. Returns false for any other file, which is a
 * list of products.
 */
export const takeBack = async (file: File): Promise<boolean> => {
  if (currentScreen() !== 'sheet' || useImportView.getState().isOpen) return false
  try {
    showTable(await openTable(file))
  } catch (error) {
    if (error instanceof AppError && error.failure.kind === 'table-without-key') return false
    tellProblem('The file was not read.', error)
  }
  return true
}
