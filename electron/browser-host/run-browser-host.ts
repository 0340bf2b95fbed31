import { homedir } from 'node:os'
import { createInterface } from 'node:readline'
import { type AppError, toAppError } from '../../shared/base/errors.ts'
import { describeRecoveries } from '../../shared/base/recovery-words.ts'
import { leaveProcess } from '../core/base/keychain/leave-process.ts'
import { trustSystemCertificatesAside } from '../core/base/network/trust-system-certificates.ts'
import { createSignal } from '../core/base/platform/signal.ts'
import { systemTimers } from '../core/base/platform/timers.ts'
import { type Core, createCore } from '../core/core.ts'
import { chooseInDownloads } from '../core/exchange/exports/choose-in-downloads.ts'
import { entriesIn, makeNodePorts } from '../core/node-ports.ts'
import { createDropIntake } from '../core/window/drop-intake.ts'
import { openLog } from '../core/window/open-log.ts'
import type { LiveServer } from '../core/window/page-policy.ts'
import { createCallServer } from '../core/window/serve-calls.ts'
import { createWindowRouter } from '../core/window/window-router.ts'
import { findBrowser, lackOfDisplay } from './find-browser.ts'
import { openAppWindow } from './open-app-window.ts'
import { startServer } from './start-server.ts'
import { type WindowEvent, watchWindow } from './watch-window.ts'

type Options = {
  readonly dataFolder: string
  readonly opensWindow: boolean
  /** The folder of the built page. */
  readonly page: string
  /** Present: the page comes from there instead (`npm run dev`). */
  readonly live?: LiveServer | undefined
  /** The folder of the built entries of other processes. */
  readonly entries: string
  /** Says a line to the person who started it. */
  readonly say: (line: string) => void
}

const lookEveryMs = 500

/** Waits until no work continues by itself. False: it was cancelled. */
const finishWork = async (core: Core, signal: AbortSignal): Promise<boolean> => {
  while (!signal.aborted) {
    const { running, takingIn, ready, holds } = core.progress()
    if (running === 0 && takingIn === 0 && (holds.length > 0 || Object.keys(ready).length === 0)) return true
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
  return false
}

type WindowPorts = Pick<Options, 'dataFolder' | 'say'> & {
  readonly browser: string
  readonly address: string
  readonly core: Core
  readonly ended: AbortSignal
  readonly end: () => void
  readonly showAddress: (why: string) => void
}

/** Opens the window, and ends the host once it is closed and the rest of the work is done. `tell`: what its page does. */
const showWindow = ({ browser, address, dataFolder, core, ended, end, say, showAddress }: WindowPorts) => {
  let finishing = new AbortController()
  const tellWindow = watchWindow({
    timers: systemTimers,
    finish: () => {
      say('The window is closed. Packshot finishes the remaining work. Press Ctrl-C to leave it for the next start.')
      finishing = new AbortController()
      void finishWork(core, AbortSignal.any([ended, finishing.signal])).then((isDone) => isDone && end())
    },
    goOn: () => {
      window.forgetAddress()
      finishing.abort()
    },
    showAddress: () => {
      window.forgetAddress()
      showAddress('the browser did not start')
    },
  })
  const tell = (event: WindowEvent): void => {
    if (!ended.aborted) tellWindow(event)
  }
  const window = openAppWindow(browser, address, dataFolder, tell)
  return { tell, close: window.close }
}

/** Runs Packshot with its window in a browser; resolves when it has ended. Errors: those of createCore. */
export const runBrowserHost = async ({ dataFolder, opensWindow, page, live, entries, say }: Options): Promise<void> => {
  const log = openLog(dataFolder)
  const ended = new AbortController()
  const end = (): void => ended.abort()
  const onDamage = ({ message, action }: AppError): void => {
    say(`${message} ${action}`)
    process.exitCode = 1
    end()
  }
  // Nothing can be saved any more, so nothing is retried, and there is no orderly shutdown.
  const onFatal = ({ message, action }: AppError): void => {
    say(`${message} ${action}`)
    void leaveProcess(() => process.exit(1), { waitMs: 0 })
  }
  const ready = trustSystemCertificatesAside()
  const ports = makeNodePorts({ dataFolder, entries: entriesIn(entries) })
  void ports.openSecrets()
  const core = await createCore({
    ...ports,
    access: 'write',
    network: { kind: 'environment', variables: process.env, ready: () => ready },
    chooseTarget: chooseInDownloads(homedir(), ports.files),
    showAuthorizeUrl: (url) => say(`Open this address to allow access:\n${url}`),
    log,
    onFatal,
    onDamage,
    keepsPause: true,
    watchesFolders: true,
  })
  const restored = describeRecoveries(core.restored)
  if (restored !== null) say(restored)
  const pageEvents = createSignal<[WindowEvent]>()
  const server = await startServer({
    folder: page,
    live,
    locateImage: core.locateImage,
    drops: createDropIntake(core, log),
    serveCalls: createCallServer(createWindowRouter(core), log),
    onPage: pageEvents.send,
    log,
  })
  core.start().catch((error: unknown) => log({ event: 'start-failed', ...toAppError(error).toRecord() }))

  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  process.once('SIGHUP', end)
  process.on('unhandledRejection', (reason) => log({ event: 'unhandled-rejection', message: String(reason) }))

  const showAddress = (why?: string): void => {
    say(
      `${why ? `No window is opened: ${why}. ` : ''}Packshot is at this address, which works for one browser${process.stdin.isTTY ? ' (Enter: a new one)' : ''}:`,
    )
    say(server.issueAddress())
  }
  const lines = process.stdin.isTTY ? createInterface({ input: process.stdin }) : undefined
  lines?.on('line', () => showAddress())
  lines?.on('SIGINT', end)

  const browser = findBrowser(process.platform, process.env)
  const lack =
    lackOfDisplay(process.platform, process.env, process.getuid?.() === 0) ??
    (browser ? undefined : 'no Chromium, Chrome or Edge was found')
  const shown =
    opensWindow && !lack && browser
      ? showWindow({ browser, address: server.issueAddress(), dataFolder, core, ended: ended.signal, end, say, showAddress })
      : undefined
  if (shown) pageEvents.listen(shown.tell)
  if (shown) say('Packshot’s window is open.')
  else showAddress(opensWindow ? lack : undefined)

  if (!ended.signal.aborted) await new Promise((resolve) => ended.signal.addEventListener('abort', resolve))
  lines?.close()
  shown?.close()
  await server.stop()
  await core.stop()
}
