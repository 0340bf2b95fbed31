import { config } from 'zod'

// Imported before any schema: the page's policy allows no `eval`, so zod shall not even try.
config({ jitless: true })
