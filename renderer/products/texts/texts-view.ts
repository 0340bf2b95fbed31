import { create } from 'zustand'
import type { ExportedSheet } from '../../exchange/exports/exported-view.ts'

/** The sheet whose texts the dialog “Send texts to products” is about; `null`: it is closed. */
export const useTextsView = create<{ readonly sheet: ExportedSheet | null }>(() => ({ sheet: null }))

export const openSendTexts = (sheet: ExportedSheet): void => useTextsView.setState({ sheet })

export const closeSendTexts = (): void => useTextsView.setState({ sheet: null })
