import './mantine.css'
import '@fontsource-variable/inter/wght.css'
import './global.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { keepFirstSight, showFirstSight } from './first-sight.ts'
import { followEvents, followNetwork } from './live.ts'
import { queryClient } from './queries.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
showFirstSight(queryClient)
keepFirstSight(queryClient)
followEvents(queryClient)
followNetwork()
const page = createRoot(root)
// Drawn while the script is read, so that what drawing runs is in the compiled code that Chromium keeps from the first start on.
flushSync(() => page.render(<App />))
