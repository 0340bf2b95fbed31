import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { toAppError } from '../../shared/base/errors.ts'
import { findDataFolder } from '../cli/data-folder.ts'
import { leaveProcess } from '../core/base/keychain/leave-process.ts'
import { limitHeap } from '../core/base/platform/limit-heap.ts'
import { readLiveServer } from '../core/window/live-page.ts'

/**
 * The entry: `browser-host [--data-dir D] [--no-window]`. Packshot under plain Node with its window in an installed browser. Prints the
 * window's address on stdout. Exit 0 after SIGTERM, SIGINT or when the window was closed and no work is left; 1 when it cannot start.
 */
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

limitHeap()
try {
  const { runBrowserHost } = await import('./run-browser-host.ts')
  const { values } = parseArgs({ options: { 'data-dir': { type: 'string' }, 'no-window': { type: 'boolean', default: false } } })
  await runBrowserHost({
    dataFolder: findDataFolder(values['data-dir'], process.env, process.platform),
    opensWindow: !values['no-window'],
    page: at('../renderer'),
    live: readLiveServer(process.env),
    entries: at('.'),
    say: (line) => process.stdout.write(`${line}\n`),
  })
} catch (error) {
  const { message, action } = toAppError(error)
  process.stderr.write(`packshot: ${message}\n          ${action}\n`)
  process.exitCode = 1
}
// Anything left ends by itself.
await leaveProcess(() => {})
