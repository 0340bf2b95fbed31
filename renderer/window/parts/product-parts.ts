import { ListDialog } from '../../products/catalogue/list-dialog.tsx'
import { AttachDialog } from '../../products/ledger/attach-dialog.tsx'
import { ProductsScreen } from '../../products/ledger/products-screen.tsx'
import { SettleSheet } from '../../products/ledger/settle-sheet.tsx'
import { MatchScreen } from '../../products/matching/match-screen.tsx'
import { PlanDialog } from '../../products/plans/plan-dialog.tsx'

export const productParts = { AttachDialog, ListDialog, MatchScreen, PlanDialog, ProductsScreen, SettleSheet } as const
