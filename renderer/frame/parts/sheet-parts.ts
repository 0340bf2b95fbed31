import { HandoverDialogs } from '../../handover/handover-dialogs.tsx'
import { SheetScreen } from '../../sheet/sheet-screen.tsx'

export const sheetParts = { HandoverDialogs, SheetScreen } as const
