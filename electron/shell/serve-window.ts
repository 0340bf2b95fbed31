import { type BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type MessagePortMain } from 'electron'
import type { DropIntake } from '../core/window/drop-intake.ts'
import type { CallPort } from '../core/window/serve-calls.ts'
import { appOrigin } from './app-protocol.ts'
import { channels } from './channels.ts'

type Ports = {
  readonly window: () => BrowserWindow | undefined
  /** Starts answering calls that come through a port. */
  readonly serveCalls: Promise<(port: CallPort) => void>
  readonly drops: Promise<DropIntake>
  /** Called whenever our page connects, which it does after its first paint. */
  readonly onConnect: () => void
}

const toCallPort = (port: MessagePortMain): CallPort => ({
  send: (message) => port.postMessage(message),
  onMessage: (listener) => port.on('message', ({ data }) => listener(data)),
  onClose: (listener) => port.once('close', listener),
  close: () => port.close(),
})

/** Answers our window's preload. A message from any other page, frame or window is not answered. */
export const serveWindow = ({ window, serveCalls, drops, onConnect }: Ports): void => {
  const isOurs = ({ sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent): boolean =>
    sender === window()?.webContents && senderFrame === sender.mainFrame && senderFrame.origin === appOrigin

  let current: MessagePortMain | undefined
  ipcMain.on(channels.connect, async (event) => {
    const [port] = event.ports
    if (!port) return
    if (!isOurs(event)) return port.close()
    current?.close()
    current = port
    onConnect()
    const serve = await serveCalls.catch(() => undefined)
    if (!serve) return port.close()
    serve(toCallPort(port))
    port.start()
  })

  ipcMain.handle(channels.dropPaths, async (event, message: unknown) => {
    if (!isOurs(event)) throw new Error('refused')
    const { readDroppedPaths } = await import('./read-messages.ts')
    const { paths, recursive, drop } = readDroppedPaths(message)
    const intake = await drops
    // The call returns at once; events report its results, and the log has any failure.
    void intake.addPaths(paths, recursive, drop).catch(() => {})
  })
  ipcMain.handle(channels.dropBytes, async (event, message: unknown) => {
    if (!isOurs(event)) throw new Error('refused')
    const { readDroppedBytes } = await import('./read-messages.ts')
    const { name, bytes, drop } = readDroppedBytes(message)
    await (await drops).addBytes(
      name,
      (async function* () {
        yield new Uint8Array(bytes)
      })(),
      drop,
    )
  })
}
