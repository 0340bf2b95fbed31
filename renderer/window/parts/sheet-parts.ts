import { SheetScreen } from '../../answers/sheet/sheet-screen.tsx'
import { HandoverDialogs } from '../../exchange/handover/handover-dialogs.tsx'

export const sheetParts = { HandoverDialogs, SheetScreen } as const
