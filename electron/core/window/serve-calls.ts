import { mapEventIterator } from '@orpc/client'
import { type AnyRouter, ORPCError } from '@orpc/server'
import { StandardRPCHandler } from '@orpc/server/standard'
import { createServerPeerHandleRequestFn } from '@orpc/server/standard-peer'
import { type EncodedMessage, ServerPeer } from '@orpc/standard-server-peer'
import { toWireError } from './wire-error.ts'

/** One window's end of the line: a MessagePort in Electron, a WebSocket in the browser host. */
export type CallPort = {
  readonly send: (message: EncodedMessage) => void
  readonly onMessage: (listener: (message: unknown) => void) => void
  /** Called once, when the other side is gone. */
  readonly onClose: (listener: () => void) => void
  readonly close: () => void
}

/** The longest message taken from a window, in characters or bytes. A long selection fits (shared/base/id-list.ts), and so does a pasted product list. */
export const longestMessage = 16 * 1024 * 1024

const isMessage = (message: unknown): message is string | ArrayBuffer | Uint8Array<ArrayBuffer> =>
  typeof message === 'string' || message instanceof ArrayBuffer || message instanceof Uint8Array

const isStream = (output: unknown): output is AsyncIterator<unknown> & AsyncIterable<unknown> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output

const sizeOf = (message: string | ArrayBuffer | Uint8Array): number => (typeof message === 'string' ? message.length : message.byteLength)

/**
 * Answers the calls that come through ports. A message that is no call (too long, another type, garbage) ends its port: our own window
 * never sends one. Nothing a window sends can throw into the host; `log` hears of it.
 */
export const createCallServer = (
  router: AnyRouter,
  log: (event: Readonly<Record<string, unknown>>) => void,
): ((port: CallPort) => void) => {
  const handler = new StandardRPCHandler(router, {
    clientInterceptors: [
      async ({ path, next }) => {
        const call = path.join('.')
        const fail = (error: unknown): never => {
          const wire = toWireError(error, call)
          if (wire.data.code === 'internal') log({ event: 'call-failed', call, message: wire.message })
          throw wire
        }
        const output = await next().catch(fail)
        if (!isStream(output)) return output
        return mapEventIterator(output, { value: async (value) => value, error: async (error) => toWireError(error, call) })
      },
    ],
  })
  const handle = createServerPeerHandleRequestFn(handler, { context: {} })

  return (port) => {
    const peer = new ServerPeer((message) => port.send(message))
    const refuse = (reason: string): void => {
      log({ event: 'window-message-refused', reason })
      peer.close({ abort: true, reason: new ORPCError('BAD_REQUEST') })
      port.close()
    }
    port.onClose(() => peer.close())
    port.onMessage((message) => {
      if (!isMessage(message)) return refuse('not a message')
      if (sizeOf(message) > longestMessage) return refuse('too long')
      peer.message(message, handle).catch((error: unknown) => refuse(error instanceof Error ? error.message : String(error)))
    })
  }
}
