import './other-parts-mantine.css'
import '../without-eval.ts'
import { ActivityScreen } from '../activity/activity-screen.tsx'
import { QuestionsScreen } from '../ask/questions-screen.tsx'
import { ListDialog } from '../catalogue/list-dialog.tsx'
import { ApiKeyDialog } from '../connect/api-key-dialog.tsx'
import { ConnectDialog } from '../connect/connect-dialog.tsx'
import { MakeFileDialog } from '../connect/make-file-dialog.tsx'
import { OfferSheet } from '../connect/offer-sheet.tsx'
import { ProxyDialog } from '../connect/proxy-dialog.tsx'
import { HandoverDialogs } from '../handover/handover-dialogs.tsx'
import { MoreSourcesScreen } from '../library/more-sources/more-sources-screen.tsx'
import { MatchScreen } from '../match/match-screen.tsx'
import { PlanDialog } from '../plan/plan-dialog.tsx'
import { AttachDialog } from '../products/attach-dialog.tsx'
import { ProductsScreen } from '../products/products-screen.tsx'
import { SettleSheet } from '../products/settle-sheet.tsx'
import { SettingsScreen } from '../settings/settings-screen.tsx'
import { SheetScreen } from '../sheet/sheet-screen.tsx'
import { allErrorWords } from '../ui/all-error-words.ts'
import { takeErrorWords } from '../ui/error-words.ts'
import { CommandPalette } from './command-palette.tsx'
import { ShortcutList } from './shortcut-list.tsx'

takeErrorWords(allErrorWords)

/** Everything the first sight does not show, in one file: loaded once that is drawn (app-frame.tsx). */
export const otherParts = {
  ActivityScreen,
  QuestionsScreen,
  MatchScreen,
  ApiKeyDialog,
  ConnectDialog,
  MakeFileDialog,
  ListDialog,
  HandoverDialogs,
  OfferSheet,
  ProxyDialog,
  MoreSourcesScreen,
  AttachDialog,
  PlanDialog,
  ProductsScreen,
  SettingsScreen,
  SettleSheet,
  SheetScreen,
  CommandPalette,
  ShortcutList,
} as const
