import { type ClientLink, createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { AppError, errorFrom, isErrorRecord } from '../shared/base/errors.ts'
import {
  appErrorCode,
  connectMessage,
  libraryName,
  previewPrefix,
  styleNonceName,
  thumbnailPrefix,
  type WindowHost,
} from '../shared/base/window-host.ts'
import type { Contract } from '../shared/contract.ts'

// The one place that knows how calls, files and pictures cross between this window and its host.

type Link = ClientLink<Record<never, never>>

declare global {
  interface Window {
    /** Set by Electron's preload; absent in the browser host. */
    readonly packshot?: WindowHost<File>
  }
}

export const hostKind: 'electron' | 'browser' = window.packshot?.kind ?? 'browser'

const readMeta = (name: string): string => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

/** For the `nonce` of style elements (Mantine's getStyleNonce). */
export const styleNonce = (): string => readMeta(styleNonceName)

/** There is no library yet: nothing is in it, whatever the core is going to say. */
export const isNewLibrary = (): boolean => readMeta(libraryName) === 'new'

const addressOf = (prefix: string, imageId: string, version: number | undefined, sentAs?: string): string => {
  const query = new URLSearchParams({
    ...(version === undefined ? {} : { v: String(version) }),
    ...(sentAs === undefined ? {} : { as: sentAs }),
  })
  return query.size === 0 ? `${prefix}${imageId}` : `${prefix}${imageId}?${query}`
}

/** A small picture, and the picture itself, for an `img`. With its version it is kept for ever; without, it is read again. */
export const thumbnailUrl = (imageId: string, version?: number): string => addressOf(thumbnailPrefix, imageId, version)
/** Of a converted picture: what is sent. `sentAs`: its settings (SentFileFacts), or `original` for the picture as it came. */
export const previewUrl = (imageId: string, version?: number, sentAs?: string): string => addressOf(previewPrefix, imageId, version, sentAs)

/** Any failure of a call as the AppError that the core threw. */
export const toCallError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  if (error instanceof ORPCError && error.code === appErrorCode) {
    if (isErrorRecord(error.data)) return errorFrom(error.data)
  }
  const isAbort = error instanceof DOMException && error.name === 'AbortError'
  if (isAbort) return new AppError('cancelled', { kind: 'call-aborted' }, { cause: error })
  return new AppError('internal', { kind: 'window-cut-off' }, { cause: error })
}

/** Errors of a stream's later values become AppErrors too. */
async function* withAppErrors(values: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  try {
    yield* values
  } catch (error) {
    throw toCallError(error)
  }
}

const isStream = (output: unknown): output is AsyncIterable<unknown> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output

/** Of a window that is not drawn: minimized, or behind another desktop. */
const longestUnpaintedMs = 500

/** Calls back once the first sight is on the screen. */
const afterFirstPaint = (then: () => void): void => {
  const finish = (): void => {
    clearTimeout(timer)
    observer.disconnect()
    then()
  }
  const timer = setTimeout(finish, longestUnpaintedMs)
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) finish()
  })
  observer.observe({ type: 'paint', buffered: true })
}

/**
 * Calls wait in the port until it is sent. With it the main process loads the core (run-app.ts), which would compete with the first paint for its thread
 * and the processors.
 */
const linkThroughPreload = (): Link => {
  const { port1, port2 } = new MessageChannel()
  afterFirstPaint(() => window.postMessage(connectMessage, location.origin, [port2]))
  port1.start()
  return new PortLink({ port: port1 })
}

/** A WebSocket that is opened when first needed, and again when it was closed. */
const linkThroughSocket = (): Link => {
  let open: { readonly socket: WebSocket; readonly link: Link } | undefined
  const connect = () => {
    const socket = new WebSocket(`ws://${location.host}/calls`)
    open = { socket, link: new SocketLink({ websocket: socket }) }
    return open
  }
  const current = () => (open && open.socket.readyState <= WebSocket.OPEN ? open : connect())
  return { call: (path, input, options) => current().link.call(path, input, options) }
}

const connectToCore = (): ContractRouterClient<Contract> => {
  const link = hostKind === 'electron' ? linkThroughPreload() : linkThroughSocket()
  return createORPCClient({
    call: async (path, input, options) => {
      try {
        const output = await link.call(path, input, options)
        return isStream(output) ? withAppErrors(output) : output
      } catch (error) {
        throw toCallError(error)
      }
    },
  } satisfies Link)
}

/** All calls of the contract. Every failure is an AppError. `events.subscribe` ends with an error when the host is gone: ask again. */
export const client: ContractRouterClient<Contract> = connectToCore()

/** Files sent at the same time to the browser host. */
const sentAtOnce = 4

/** A browser does not say which side failed. If the host answers, the file is the problem. */
const blameFile = async (file: File, cause: unknown): Promise<never> => {
  const isHostThere = await fetch('/favicon.ico').then(
    ({ ok }) => ok,
    () => false,
  )
  throw isHostThere ? new AppError('file-unreadable', { kind: 'file-not-sent', name: file.name }, { cause }) : cause
}

const sendFile = async (file: File, drop: string): Promise<void> => {
  const answer = await fetch(`/intake?${new URLSearchParams({ name: file.name, drop })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  }).catch((cause: unknown) => blameFile(file, cause))
  if (answer.ok) return
  const record: unknown = await answer.json().catch(() => undefined)
  throw isErrorRecord(record) ? errorFrom(record) : toCallError(new Error(`POST /intake: ${answer.status}`))
}

const sendFiles = async (files: readonly File[], drop: string): Promise<void> => {
  const left = [...files]
  let failure: unknown
  const work = async (): Promise<void> => {
    for (let file = left.shift(); file; file = left.shift()) {
      try {
        await sendFile(file, drop)
      } catch (error) {
        failure ??= error
      }
    }
  }
  await Promise.all(Array.from({ length: sentAtOnce }, work))
  if (failure) throw toCallError(failure)
}

/** A number for a drop. */
export const nameDrop = (): string => crypto.randomUUID().replaceAll('-', '')

/**
 * Hands files to the host: dropped, pasted or chosen. In Electron folders are among them (`recursive`: with those inside) and it resolves
 * at once; in the browser host it resolves when all bytes are sent. `drop`: to ask for its pictures by (intake.arrived). Refused files become rows of `images.refused`.
 */
export const dropFiles = (files: readonly File[], recursive: boolean, drop: string = nameDrop()): Promise<void> =>
  (window.packshot ? window.packshot.dropFiles(files, recursive, drop) : sendFiles(files, drop)).catch((error: unknown) => {
    throw toCallError(error)
  })

const readAll = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => {
    const found: FileSystemEntry[] = []
    const more = (): void =>
      reader.readEntries((entries) => {
        found.push(...entries)
        if (entries.length > 0) more()
        else resolve(found)
      }, reject)
    more()
  })

export type Gathered = {
  readonly files: File[]
  /** Names of files and folders that the browser cannot read; the others are in the list. */
  readonly unreadable: string[]
}

const gather = async (entry: FileSystemEntry, into: Gathered): Promise<void> => {
  if (entry.name.startsWith('.')) return
  try {
    if (entry.isFile) into.files.push(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)))
    else for (const one of await readAll((entry as FileSystemDirectoryEntry).createReader())) await gather(one, into)
  } catch {
    into.unreadable.push(entry.name)
  }
}

/**
 * The files of a drop or paste, for `dropFiles`; call it inside the event, before anything is awaited. Electron walks folders in the
 * main process; the browser host needs them walked here.
 */
export const filesOf = async (transfer: DataTransfer): Promise<Gathered> => {
  const found: Gathered = { files: [], unreadable: [] }
  if (hostKind === 'electron') return { ...found, files: [...transfer.files] }
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const plain = [...transfer.files]
  if (entries.length === 0) return { ...found, files: plain }
  for (const entry of entries) await gather(entry, found)
  return found
}
