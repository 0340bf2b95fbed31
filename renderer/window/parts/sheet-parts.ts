import { SheetScreen } from '../../answers/sheet/sheet-screen.tsx'
import { ExportDialogs } from '../../exchange/exports/export-dialogs.tsx'
import { HandoverDialogs } from '../../exchange/handover/handover-dialogs.tsx'

export const sheetParts = { ExportDialogs, HandoverDialogs, SheetScreen } as const
