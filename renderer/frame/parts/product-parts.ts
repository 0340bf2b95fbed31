import { ListDialog } from '../../catalogue/list-dialog.tsx'
import { MatchScreen } from '../../match/match-screen.tsx'
import { PlanDialog } from '../../plan/plan-dialog.tsx'
import { AttachDialog } from '../../products/attach-dialog.tsx'
import { ProductsScreen } from '../../products/products-screen.tsx'
import { SettleSheet } from '../../products/settle-sheet.tsx'

export const productParts = { AttachDialog, ListDialog, MatchScreen, PlanDialog, ProductsScreen, SettleSheet } as const
