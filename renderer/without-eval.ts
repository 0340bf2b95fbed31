import { config } from 'zod'

// Imported before any schema: the CSP allows no `eval`, so zod must not try it.
config({ jitless: true })
