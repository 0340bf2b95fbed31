import { Transform } from 'node:stream'
import type { Dispatcher } from 'undici'
import { AppError } from '../../../shared/base/errors.ts'
import { isListFileName } from '../../../shared/products/catalogue-file-name.ts'
import { type ListEncoding, listEncodings } from '../../../shared/products/list-dialects.ts'
import type { ListReading } from '../../../shared/products/list-form.ts'
import type { FollowedListsFailure } from '../../../shared/watching/followed-lists-failures.ts'
import { downloadFile } from '../base/network/download-file.ts'
import { isAllowedAddress } from '../base/network/normalise-base-url.ts'
import type { Platform } from '../base/platform/platform.ts'
import { hashFile } from '../pictures/library/keep-original.ts'
import { listLimits } from '../products/catalogue/list-limits.ts'
import type { ListSource } from '../products/catalogue/opened-lists.ts'
import type { LookedAt } from './followed-store.ts'

const unusable = (why: Extract<FollowedListsFailure, { kind: 'list-address-unusable' }>['why']): AppError =>
  new AppError('usage', { kind: 'list-address-unusable', why }, { kept: 'nothing-changed' })

/** An address that lists are read from: https, or http on this computer; without a user name, since it is kept as it is. Errors: `usage`. */
export const checkListAddress = (typed: string): URL => {
  const text = typed.trim()
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw unusable('no-address')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') throw unusable('no-user')
  if (!isAllowedAddress(url)) throw unusable('https-only')
  return url
}

/** The address as a person sees it: what follows “?” is often secret. */
export const showAddress = (address: string): string => {
  const { origin, pathname, search } = new URL(address)
  return `${origin}${pathname}${search === '' ? '' : '?…'}`
}

/** The file's name in the address, or its host. */
export const nameOfAddress = (address: string): string => {
  const { pathname, host } = new URL(address)
  const last = pathname.split('/').at(-1) ?? ''
  try {
    const name = decodeURIComponent(last)
    return isListFileName(name) && !/[/\\]/.test(name) ? name : host
  } catch {
    return host
  }
}

/** What the server says of how its text is written: `text/csv; charset=windows-1252`. */
export const readContentType = (type: string): ListReading => {
  const [kind = '', ...parameters] = type.toLowerCase().split(';')
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='))
  const named = charset?.slice('charset='.length).replaceAll('"', '').trim()
  const label = named === 'iso-8859-1' || named === 'latin1' ? 'windows-1252' : named
  const encoding: ListEncoding | undefined = listEncodings.find((one) => one === label)
  return { ...(encoding ? { encoding } : {}), ...(kind.trim() === 'text/tab-separated-values' ? { separator: '\t' } : {}) }
}

type Ports = Pick<Platform, 'files' | 'timers'> & { readonly dispatcher: Dispatcher; readonly signal?: AbortSignal }

/** `said`: how its server says that it is written. */
export type FetchedList = { readonly looked: NonNullable<ListSource['looked']>; readonly said: ListReading }

/** In milliseconds. */
const wholeMs = 10 * 60_000
const silenceMs = 30_000

/**
 * Downloads a list into a file, unless it is the one that was looked at before (`null`). No failure has more of the address than its host, since logs
 * have failures. Errors: `not-found`, `rejected`, `offline`, `timeout`, `unreachable`, `file-too-large`, `unsupported-format`.
 */
export const fetchList = async (address: string, target: string, before: LookedAt | null, ports: Ports): Promise<FetchedList | null> => {
  const { host } = new URL(address)
  let etag: string | null = null
  let lastModified: string | null = null
  let type = ''
  let seen = 0
  const limit = (): Transform =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        seen += chunk.length
        if (seen <= listLimits.fileBytes) return done(null, chunk)
        done(new AppError('file-too-large', { kind: 'list-over-size', name: nameOfAddress(address), maxBytes: listLimits.fileBytes }))
      },
    })
  const refuse = (code: 'not-found' | 'rejected' | 'unsupported-format', failure: FollowedListsFailure, status?: number): AppError =>
    new AppError(code, failure, { kept: 'nothing-changed', ...(status === undefined ? {} : { status }) })
  try {
    const isNew = await downloadFile(address, target, {
      ...{ ...ports, limits: { wholeMs, silenceMs }, isAllowed: isAllowedAddress },
      headers: {
        accept: 'text/csv, text/tab-separated-values, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, */*;q=0.5',
        ...(before?.etag ? { 'if-none-match': before.etag } : {}),
        ...(before?.lastModified ? { 'if-modified-since': before.lastModified } : {}),
      },
      takes: ({ status, ok, headers }) => {
        if (status === 304 && before) return false
        if (!ok) throw refuse(status === 404 ? 'not-found' : 'rejected', { kind: 'list-address-refused', host, status }, status)
        etag = headers.get('etag')
        lastModified = headers.get('last-modified')
        type = headers.get('content-type') ?? ''
        if (/^(?:text\/html|application\/xhtml)/i.test(type)) throw refuse('unsupported-format', { kind: 'list-address-is-page', host })
        return true
      },
      checks: () => [limit()],
      explain: (fault, cause) => {
        if (fault.kind !== 'broken')
          return new AppError('timeout', { kind: 'list-address-silent', host, afterMs: fault.afterMs }, { cause })
        return fault.begun
          ? new AppError('unreachable', { kind: 'list-address-cut', host }, { cause })
          : new AppError('offline', { kind: 'list-address-unreachable', host }, { cause })
      },
    })
    if (!isNew) return null
    return { looked: { sha256: await hashFile(target, ports.files), etag, lastModified }, said: readContentType(type) }
  } catch (error) {
    const failure = error instanceof AppError ? error.failure : undefined
    // These name the whole address.
    if (failure?.kind === 'leads-inside') throw refuse('rejected', { kind: 'list-address-leads-away', host, to: failure.to })
    if (failure?.kind === 'leads-nowhere')
      throw refuse('rejected', { kind: 'list-address-leads-away', host, to: 'an address without https' })
    throw error
  }
}
