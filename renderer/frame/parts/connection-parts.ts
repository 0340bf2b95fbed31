import { ApiKeyDialog } from '../../connect/api-key-dialog.tsx'
import { MakeFileDialog } from '../../connect/make-file-dialog.tsx'
import { OfferSheet } from '../../connect/offer-sheet.tsx'
import { ProxyDialog } from '../../connect/proxy-dialog.tsx'
import { SettingsScreen } from '../../settings/settings-screen.tsx'
import { WatchDialogs } from '../../watching/watch-dialogs.tsx'

export const connectionParts = { ApiKeyDialog, MakeFileDialog, OfferSheet, ProxyDialog, SettingsScreen, WatchDialogs } as const
