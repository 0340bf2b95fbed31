import { create } from 'zustand'
import type { ExportedSheet } from './exported-view.ts'

/** The sheet that the dialog “Export” is about; `null`: it is closed. */
export const useExportView = create<{ readonly sheet: ExportedSheet | null }>(() => ({ sheet: null }))

export const openExport = (sheet: ExportedSheet): void => useExportView.setState({ sheet })

export const closeExport = (): void => useExportView.setState({ sheet: null })
