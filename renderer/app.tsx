import { type MantineColorScheme, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import classes from './app.module.css'
import { styleNonce } from './bridge.ts'
import { api, queryClient } from './queries.ts'
import { FollowTheme, schemeOf } from './settings/follow-theme.tsx'
import { resolveVariables, theme } from './theme.ts'
import { AfterDrawing } from './ui/after-drawing.tsx'
import { AppFrame } from './window/app-frame.tsx'
import { WindowFault } from './window/window-fault.tsx'

/** The theme is not stored here: settings belong to the core. */
const schemeManager = {
  get: (usual: MantineColorScheme) => usual,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}

export const App = () => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={resolveVariables}
    getStyleNonce={styleNonce}
    // Of the first sight: drawn in another one, it would be styled twice.
    defaultColorScheme={schemeOf(queryClient.getQueryData(api.settings.get.queryKey())?.theme)}
    colorSchemeManager={schemeManager}
  >
    <QueryClientProvider client={queryClient}>
      <FollowTheme />
      <AfterDrawing>
        {/* Below dialogs (200), whose buttons a note would cover. */}
        <Notifications position="bottom-right" limit={4} zIndex={150} className={classes.notes} />
      </AfterDrawing>
      <WindowFault>
        <AppFrame />
      </WindowFault>
    </QueryClientProvider>
  </MantineProvider>
)
