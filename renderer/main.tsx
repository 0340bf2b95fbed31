import './trusted-html.ts'
import './mantine.css'
import '@fontsource-variable/inter/wght.css'
import './global.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { client } from './bridge.ts'
import { keepFirstSight, showFirstSight } from './first-sight.ts'
import { followEvents, followNetwork } from './live.ts'
import { followShown } from './pictures/library/follow-shown.ts'
import { rememberView } from './pictures/library/remember-view.ts'
import { api, queryClient } from './queries.ts'
import { markScheme } from './settings/follow-theme.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
showFirstSight(queryClient)
markScheme(queryClient.getQueryData(api.settings.get.queryKey())?.theme)
rememberView(queryClient, {
  queryKey: api.settings.get.queryKey(),
  save: (libraryView) => client.settings.set({ libraryView }),
})
keepFirstSight(queryClient)
followEvents(queryClient)
followShown()
followNetwork()
const page = createRoot(root)
// Renders while the script is evaluated, so that Chromium's code cache holds the functions used for it from the first start.
flushSync(() => page.render(<App />))
