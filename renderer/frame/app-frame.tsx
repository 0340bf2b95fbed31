import { ActivityScreen } from '../activity/activity-screen.tsx'
import { QuestionsScreen } from '../ask/questions-screen.tsx'
import { ApiKeyDialog } from '../connect/api-key-dialog.tsx'
import { ConnectDialog } from '../connect/connect-dialog.tsx'
import { MakeFileDialog } from '../connect/make-file-dialog.tsx'
import { OfferSheet } from '../connect/offer-sheet.tsx'
import { SessionBanner } from '../connect/session-banner.tsx'
import { LibraryScreen } from '../library/library-screen.tsx'
import { type Screen, useScreen } from '../navigation.ts'
import { AttachDialog } from '../products/attach-dialog.tsx'
import { ProductsScreen } from '../products/products-screen.tsx'
import { ScopeBanner } from '../settings/scope-banner.tsx'
import { SettingsScreen } from '../settings/settings-screen.tsx'
import classes from './app-frame.module.css'
import { CommandPalette } from './command-palette.tsx'
import { DropAnywhere } from './drop-anywhere.tsx'
import { QueueLine } from './queue-line.tsx'
import { ShortcutList } from './shortcut-list.tsx'
import { Sidebar } from './sidebar.tsx'

const screenOf = (screen: Screen) => {
  switch (screen) {
    case 'library':
      return <LibraryScreen />
    case 'questions':
      return <QuestionsScreen />
    case 'products':
      return <ProductsScreen />
    case 'activity':
      return <ActivityScreen />
    case 'settings':
      return <SettingsScreen />
  }
}

/** Navigation at the side, the screen, and at the foot what is going on. */
export const AppFrame = () => {
  const screen = useScreen()
  return (
    <div className={classes.frame}>
      <Sidebar screen={screen} />
      <main className={classes.main} id="main">
        <SessionBanner screen={screen} />
        <ScopeBanner />
        {screenOf(screen)}
        {/* Menus and lists open here, inside a landmark (theme.ts). */}
        <div id="menus" />
      </main>
      <QueueLine />
      <DropAnywhere />
      <ConnectDialog />
      <MakeFileDialog />
      <ApiKeyDialog />
      <OfferSheet />
      <AttachDialog />
      <ShortcutList />
      <CommandPalette />
    </div>
  )
}
