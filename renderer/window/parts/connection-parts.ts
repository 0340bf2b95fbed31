import { SettingsScreen } from '../../settings/settings-screen.tsx'
import { WatchDialogs } from '../../watching/watch-dialogs.tsx'
import { ApiKeyDialog } from '../../workspaces/connections/api-key-dialog.tsx'
import { MakeFileDialog } from '../../workspaces/connections/make-file-dialog.tsx'
import { OfferSheet } from '../../workspaces/connections/offer-sheet.tsx'
import { ProxyDialog } from '../../workspaces/connections/proxy-dialog.tsx'

export const connectionParts = { ApiKeyDialog, MakeFileDialog, OfferSheet, ProxyDialog, SettingsScreen, WatchDialogs } as const
