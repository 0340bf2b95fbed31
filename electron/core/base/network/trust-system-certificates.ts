import tls from 'node:tls'
import { Worker } from 'node:worker_threads'

type Certificates = {
  readonly getCACertificates?: (kind: 'default' | 'system') => readonly string[]
  readonly setDefaultCACertificates?: (certificates: readonly string[]) => void
}

const trust = (system: readonly string[]): number => {
  const { getCACertificates, setDefaultCACertificates } = tls as unknown as Required<Certificates>
  const known = new Set(getCACertificates('default'))
  const added = system.filter((one) => !known.has(one))
  if (added.length > 0) setDefaultCACertificates([...known, ...added])
  return added.length
}

const canTrust = (): boolean => {
  const { getCACertificates, setDefaultCACertificates } = tls as unknown as Certificates
  return getCACertificates !== undefined && setDefaultCACertificates !== undefined
}

/**
 * Makes this process trust the operating system's certificates besides Node's own list, as a company's proxy signs with its own authority. Returns how
 * many were added; null where this Node can't (before 22.19 and 24.5): then NODE_EXTRA_CA_CERTS is the way.
 */
export const trustSystemCertificates = (): number | null =>
  canTrust() ? trust((tls as unknown as Required<Certificates>).getCACertificates('system')) : null

/** A thread that reads and returns the system's certificates. */
const readInThread = `
  const { parentPort } = require('node:worker_threads')
  parentPort.postMessage(require('node:tls').getCACertificates('system'))`

type Reading = { readonly certificates: Promise<readonly string[]>; readonly end: () => unknown }

const startReading = (): Reading => {
  const thread = new Worker(readInThread, { eval: true, execArgv: [] })
  return {
    certificates: new Promise((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', reject)
    }),
    end: () => thread.terminate(),
  }
}

type Options = {
  readonly start?: () => Reading
  /** Connections wait for the certificates no longer than this, milliseconds. */
  readonly limitMs?: number
}

/**
 * The same beside this thread: on macOS reading the list may take seconds, and a window's thread must not wait. Connections that are made
 * before this resolves don't trust the system's certificates yet. Null also where they could not be read in time. Never rejects.
 */
export const trustSystemCertificatesAside = async ({ start = startReading, limitMs = 10_000 }: Options = {}): Promise<number | null> => {
  if (!canTrust()) return null
  let reading: Reading | undefined
  let timer: NodeJS.Timeout | undefined
  try {
    reading = start()
    const tooLate = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, limitMs, null)
    })
    const read = await Promise.race([reading.certificates, tooLate])
    return read === null ? null : trust(read)
  } catch {
    return null
  } finally {
    clearTimeout(timer)
    void reading?.end()
  }
}
