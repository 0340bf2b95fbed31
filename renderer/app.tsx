import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import classes from './app.module.css'
import { styleNonce } from './bridge.ts'
import { AppFrame } from './frame/app-frame.tsx'
import { WindowFault } from './frame/window-fault.tsx'
import { queryClient } from './queries.ts'
import { FollowTheme } from './settings/follow-theme.tsx'
import { resolveVariables, theme } from './theme.ts'

/** The theme is not stored here: settings belong to the core. */
const schemeManager = { get: () => 'auto' as const, set: () => {}, subscribe: () => {}, unsubscribe: () => {}, clear: () => {} }

export const App = () => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={resolveVariables}
    getStyleNonce={styleNonce}
    defaultColorScheme="auto"
    colorSchemeManager={schemeManager}
  >
    <QueryClientProvider client={queryClient}>
      <FollowTheme />
      {/* Below dialogs (200), whose buttons a note would cover. */}
      <Notifications position="bottom-right" limit={4} zIndex={150} className={classes.notes} />
      <WindowFault>
        <AppFrame />
      </WindowFault>
    </QueryClientProvider>
  </MantineProvider>
)
