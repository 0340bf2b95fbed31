import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runHere } from './run-here.ts'

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

// The entry of the `packshot` command under Node; in a package, the app's program runs it (../shell/run-as-command.ts).
const { version } = JSON.parse(readFileSync(at('../../package.json'), 'utf8')) as { version: string }
await runHere(process.argv.slice(2), {
  built: at('.'),
  version,
  // Anything left ends by itself.
  exit: (code) => {
    process.exitCode = code
  },
})
