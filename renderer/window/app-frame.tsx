import { Suspense, startTransition, useEffect, useState } from 'react'
import { type Screen, useScreen } from '../navigation.ts'
import { LibraryScreen } from '../pictures/library/library-screen.tsx'
import { PictureInput } from '../pictures/library/picture-input.tsx'
import { useIsWelcome } from '../pictures/library/use-is-welcome.ts'
import { ListInput } from '../products/catalogue/list-input.tsx'
import { ConnectDialog } from '../workspaces/connections/connect-dialog.tsx'
import { SessionBanner } from '../workspaces/connections/session-banner.tsx'
import { useConnectView, useSession } from '../workspaces/connections/use-session.ts'
import { ScopeBanner } from '../workspaces/settings/scope-banner.tsx'
import classes from './app-frame.module.css'
import { DropAnywhere } from './drop-anywhere.tsx'
import { laterPart } from './parts/load-parts.ts'
import { QueueLine } from './queue-line.tsx'
import { RecoveryBanner } from './recovery-banner.tsx'
import { Sidebar } from './sidebar.tsx'
import { WindowKeys } from './window-keys.tsx'

/**
 * The dialog for connecting a workspace. The first sight of a new Packshot offers little else, so its code comes with that; elsewhere it is drawn with the
 * other dialogs (`isTime`), or when asked for.
 */
const Connecting = ({ isTime }: { readonly isTime: boolean }) => {
  const isWelcome = useIsWelcome()
  const isAsked = useConnectView(({ dialog }) => dialog === 'connect')
  return (isTime || isWelcome || isAsked) && <ConnectDialog />
}

const MoreSourcesScreen = laterPart('work', 'MoreSourcesScreen')
const QuestionsScreen = laterPart('work', 'QuestionsScreen')
const SheetScreen = laterPart('sheet', 'SheetScreen')
const ProductsScreen = laterPart('products', 'ProductsScreen')
const MatchScreen = laterPart('products', 'MatchScreen')
const ActivityScreen = laterPart('work', 'ActivityScreen')
const SettingsScreen = laterPart('connection', 'SettingsScreen')
const others = {
  MakeFileDialog: laterPart('connection', 'MakeFileDialog'),
  ApiKeyDialog: laterPart('connection', 'ApiKeyDialog'),
  OfferSheet: laterPart('connection', 'OfferSheet'),
  ProxyDialog: laterPart('connection', 'ProxyDialog'),
  WatchDialogs: laterPart('connection', 'WatchDialogs'),
  ListDialog: laterPart('products', 'ListDialog'),
  AttachDialog: laterPart('products', 'AttachDialog'),
  PlanDialog: laterPart('products', 'PlanDialog'),
  SettleSheet: laterPart('products', 'SettleSheet'),
  ExportDialogs: laterPart('sheet', 'ExportDialogs'),
  HandoverDialogs: laterPart('sheet', 'HandoverDialogs'),
  ShortcutList: laterPart('work', 'ShortcutList'),
  CommandPalette: laterPart('work', 'CommandPalette'),
} as const

const screenOf = (screen: Screen) => {
  switch (screen) {
    case 'library':
      return <LibraryScreen />
    case 'more-sources':
      return <MoreSourcesScreen />
    case 'questions':
      return <QuestionsScreen />
    case 'sheet':
      return <SheetScreen />
    case 'products':
      return <ProductsScreen />
    case 'match':
      return <MatchScreen />
    case 'activity':
      return <ActivityScreen />
    case 'settings':
      return <SettingsScreen />
  }
}

/** Delay of the other parts after the first sight, and the longest wait without one, as the core may be unavailable. */
const pauseMs = { known: 300, unknown: 2_000 }

/** Dialogs and the palette, loaded after the first sight is drawn. Requests made before are kept, and shown once they are loaded. */
const LaterParts = () => {
  const [isTime, setIsTime] = useState(false)
  const isKnown = useSession() !== undefined
  useEffect(() => {
    // In a transition: React makes way for other work between these parts.
    const timer = setTimeout(() => startTransition(() => setIsTime(true)), isKnown ? pauseMs.known : pauseMs.unknown)
    return () => clearTimeout(timer)
  }, [isKnown])
  return (
    <>
      <Connecting isTime={isTime} />
      {isTime && (
        <Suspense>
          {Object.entries(others).map(([name, Part]) => (
            <Part key={name} />
          ))}
        </Suspense>
      )}
    </>
  )
}

/** Navigation at the side, the screen, and the current work at the bottom. */
export const AppFrame = () => {
  const screen = useScreen()
  return (
    <div className={classes.frame}>
      <Sidebar screen={screen} />
      <main className={classes.main} id="main">
        <SessionBanner screen={screen} />
        <ScopeBanner />
        <RecoveryBanner />
        <Suspense>{screenOf(screen)}</Suspense>
        {/* Menus and lists open here, inside a landmark (theme.ts). */}
        <div id="menus" />
      </main>
      <QueueLine />
      <DropAnywhere />
      <PictureInput />
      <ListInput />
      <WindowKeys />
      <LaterParts />
    </div>
  )
}
