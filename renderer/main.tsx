import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@mantine/spotlight/styles.layer.css'
import '@mantine/dropzone/styles.layer.css'
import '@fontsource-variable/inter/wght.css'
import './global.css'
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
createRoot(root).render(<App />)
