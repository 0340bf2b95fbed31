import { AppError } from '../../../../shared/base/errors.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type {
  IncompleteReason,
  ProductReading,
  ReadProduct,
  UnreadableReason,
} from '../../../../shared/workspaces/product-reading-settings.ts'
import { done, failed, type Outcome } from './outcome.ts'
import { readListPage, readPlace, readTextAt } from './parse-list-page.ts'
import { parseJson } from './read-answer.ts'
import { saysItFailed } from './read-error-words.ts'
import type { Call, CallOptions, OpenRequest } from './service-call.ts'

export type ReadOptions = CallOptions & {
  /** `null`: one more request may go; else why not. Called before each but the first, whose turn the caller has taken. */
  readonly turn?: () => Promise<AppError | null>
}

export type ReadingCalls = {
  /**
   * `GET` as the connection says (shared/workspaces/product-reading-settings.ts): one product's list, all of its pages. Error `usage`: the connection doesn't say
   * how. A failure is never uncertain: reading changes nothing.
   */
  readonly readProduct: (
    input: { readonly productId: string; readonly attribute: string },
    options?: ReadOptions,
  ) => Promise<Outcome<ProductReading>>
  /** The same for an attribute that holds a text: one request. */
  readonly readProductText: (
    input: { readonly productId: string; readonly attribute: string },
    options?: CallOptions,
  ) => Promise<Outcome<TextReading>>
}

export type TextReading = { readonly kind: 'text'; readonly text: string } | Exclude<ProductReading, { kind: 'complete' }>

/** More pages than any product has; above that, a person is asked instead. */
export const mostPages = 50

type Ports = {
  readonly connection: Pick<Connection, 'baseUrl' | 'readProduct'>
  readonly run: <T>(call: Call<T>, options: CallOptions) => Promise<Outcome<T>>
  readonly openJson: (value: unknown) => OpenRequest
}

type Target = { readonly productId: string; readonly attribute: string }
/** The remaining pages, and the entries so far. */
type Page =
  | { readonly kind: 'page'; readonly entries: readonly string[]; readonly total: number | undefined; readonly next: unknown }
  | Exclude<ProductReading, { kind: 'complete' }>

const incomplete = (reason: IncompleteReason) => ({ kind: 'incomplete', reason }) as const
const unreadable = (reason: UnreadableReason) => ({ kind: 'unreadable', reason }) as const

const fillPath = ({ path, pageSize }: ReadProduct, { productId, attribute }: Target, page: number): string => {
  const values: Readonly<Record<string, string>> = { productId, attribute, page: String(page), size: String(pageSize) }
  return path.replace(/\{([a-zA-Z]{1,40})\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : encodeURIComponent(value)
  })
}

const readTotal = (value: unknown): number | undefined => {
  const total = typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value
  return typeof total === 'number' && Number.isInteger(total) && total >= 0 ? total : undefined
}

const readPage = (text: string, status: number, reading: ReadProduct, target: Target): Page | undefined => {
  const answer = parseJson(text)
  if (typeof answer !== 'object' || answer === null || saysItFailed(answer)) return undefined
  if (status === 206) return incomplete({ kind: 'part-missing' })
  const page = readListPage(answer, { place: reading.list, ...target })
  if (page.kind !== 'list') return page
  if (reading.paging === 'none' && page.saysMore) return incomplete({ kind: 'more-pages' })
  const isPaged = reading.paging === 'page'
  return {
    kind: 'page',
    entries: page.entries,
    total: isPaged ? readTotal(readPlace(answer, reading.total)) : undefined,
    next: readPlace(answer, reading.next),
  }
}

/** A refusal that a retry or a sign-in doesn't change means that this is not how products are read. */
const judgeFailure = (error: AppError): ProductReading | undefined => {
  if (error.status === 404 || error.status === 410) return { kind: 'gone', because: error.toRecord() }
  return ['rejected', 'too-large', 'odd-answer'].includes(error.code)
    ? unreadable({ kind: 'refused', because: error.toRecord() })
    : undefined
}

/** The next page's path below the base URL; `null`: no next page. */
const followNext = (next: unknown, baseUrl: string, path: string): string | null | Extract<ProductReading, { kind: 'unreadable' }> => {
  if (next === undefined || next === null || next === false || next === '') return null
  if (typeof next !== 'string' || !URL.canParse(next, `${baseUrl}${path}`)) return unreadable({ kind: 'odd-next' })
  const { origin, pathname: prefix } = new URL(`${baseUrl}/`)
  const url = new URL(next, `${baseUrl}${path}`)
  if (url.origin !== origin) return unreadable({ kind: 'next-elsewhere', origin: url.origin })
  const below = url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length - 1) : url.pathname
  return `${below}${url.search}`
}

/** After this page: the next one's path, or that the list ends here. */
const goOn = (
  { reading, baseUrl, path, target, page }: { reading: ReadProduct; baseUrl: string; path: string; target: Target; page: number },
  { total, next, entries }: Extract<Page, { kind: 'page' }>,
  found: number,
): string | null | Extract<ProductReading, { kind: 'unreadable' }> => {
  switch (reading.paging) {
    case 'none':
      return null
    case 'next':
      return followNext(next, baseUrl, path)
    case 'page': {
      const isLast = entries.length === 0 || (total === undefined ? next === null || next === false : found >= total)
      return isLast ? null : fillPath(reading, target, page + 1)
    }
  }
}

/** A dot segment would name another address. */
const isUnusable = ({ productId }: Target): boolean => /^\.{0,2}$/.test(productId)
const unusable = ({ productId }: Target) =>
  ({ kind: 'gone', because: { code: 'not-found', failure: { kind: 'product-id-unusable', productId } } }) as const

type Pass = { readonly reading: ProductReading; readonly pages: number }

export const createReadingCalls = ({ connection, run, openJson }: Ports): ReadingCalls => {
  const ask = async <T>(
    path: string,
    read: (text: string, status: number) => T | undefined,
    options: CallOptions,
  ): Promise<Outcome<T | Exclude<ProductReading, { kind: 'complete' }>>> => {
    const outcome = await run(
      {
        method: 'GET',
        path,
        names: 'product',
        subject: 'product',
        wants: null,
        open: openJson(undefined),
        read,
      },
      options,
    )
    if (outcome.kind === 'done') return outcome
    const judged = judgeFailure(outcome.error)
    return judged === undefined || judged.kind === 'complete' ? { ...outcome, uncertain: false } : done(judged)
  }

  /** All pages, one after the other. `isFirst`: nothing was requested yet. */
  const readAll = async (reading: ReadProduct, target: Target, options: ReadOptions, isFirst: boolean): Promise<Outcome<Pass>> => {
    const entries: string[] = []
    const ids = new Set<string>()
    const end = (result: ProductReading, pages: number) => done({ reading: result, pages })
    let path = fillPath(reading, target, 1)
    for (let page = 1; page <= mostPages; page++) {
      const notNow = page > 1 || !isFirst ? await options.turn?.() : null
      if (notNow) return failed(notNow, false)
      const outcome = await ask(path, (text, status): Page | undefined => readPage(text, status, reading, target), options)
      if (outcome.kind === 'failed') return outcome
      const { value } = outcome
      if (value.kind !== 'page') return end(page > 1 && value.kind === 'gone' ? incomplete({ kind: 'part-missing' }) : value, page)
      const before = ids.size
      for (const id of value.entries) ids.add(id)
      entries.push(...value.entries)
      // A service without paging returns the same page forever.
      if (page > 1 && value.entries.length > 0 && ids.size === before) return end(incomplete({ kind: 'same-page' }), page)
      const next = goOn({ reading, baseUrl: connection.baseUrl, path, target, page }, value, entries.length)
      if (next === null) {
        const isOff = value.total !== undefined && value.total !== entries.length
        const differs = { kind: 'count-differs', stated: value.total ?? 0, found: entries.length } as const
        return end(isOff ? incomplete(differs) : { kind: 'complete', ids: [...ids] }, page)
      }
      if (typeof next !== 'string') return end(next, page)
      path = next
    }
    return end(incomplete({ kind: 'too-many-pages', pages: mostPages }), mostPages)
  }

  const isSame = (one: ProductReading, other: ProductReading): boolean =>
    one.kind === 'complete' &&
    other.kind === 'complete' &&
    one.ids.length === other.ids.length &&
    one.ids.every((id, i) => id === other.ids[i])

  return {
    readProductText: async (target, options = {}) => {
      const reading = connection.readProduct
      if (reading === undefined) return failed(new AppError('usage', { kind: 'reading-not-set' }, { kept: 'nothing-sent' }), false)
      if (isUnusable(target)) return done(unusable(target))
      const read = (text: string): TextReading | undefined => {
        const answer = parseJson(text)
        if (typeof answer !== 'object' || answer === null || saysItFailed(answer)) return undefined
        return readTextAt(answer, { place: reading.list, ...target })
      }
      return ask(fillPath(reading, target, 1), read, options)
    },
    readProduct: async (target, options = {}) => {
      const reading = connection.readProduct
      if (reading === undefined) return failed(new AppError('usage', { kind: 'reading-not-set' }, { kept: 'nothing-sent' }), false)
      if (isUnusable(target)) return done(unusable(target))
      const first = await readAll(reading, target, options, true)
      if (first.kind === 'failed') return first
      if (first.value.pages === 1 || first.value.reading.kind !== 'complete') return done(first.value.reading)
      // An id moves between two pages when another is taken off meanwhile: several pages count when a second reading shows the same.
      const second = await readAll(reading, target, options, false)
      if (second.kind === 'failed') return second
      return done(isSame(first.value.reading, second.value.reading) ? first.value.reading : incomplete({ kind: 'changing' }))
    },
  }
}
