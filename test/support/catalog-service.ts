import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { z } from 'zod'
import type { readProductFields } from '../../shared/workspaces/product-reading-settings.ts'

/** The form in which it returns a product. `search`: a list of matches; `envelope`: like the sample workspace; the others: the bare list. */
export type CatalogForm = 'search' | 'envelope' | 'pages' | 'next-link'

export type CatalogRequest = { readonly method: string; readonly path: string; readonly body: unknown }

export type CatalogService = {
  readonly baseUrl: string
  /** The connection setting with which Packshot can read here. */
  readonly readProduct: z.infer<typeof readProductFields>
  /** By product id, then by attribute: the lists that colleagues see. A test edits them like a colleague. */
  readonly products: Map<string, Record<string, string[]>>
  readonly requests: CatalogRequest[]
  /** Called between making an answer to a read and sending it, for a colleague's change in between. */
  afterReading: (productId: string, readings: number) => void
  /** Replaces an answer. */
  answer: (
    request: CatalogRequest,
  ) => { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> } | undefined
  readonly stop: () => Promise<void>
}

export const apiKey = 'catalog-key'
/** The most entries of a page, whatever is requested. */
export const catalogPage = 2

const settings: Readonly<Record<CatalogForm, z.infer<typeof readProductFields>>> = {
  search: { path: '/catalog/items?sku={productId}', list: 'fields.{attribute}' },
  envelope: {},
  pages: {
    path: '/catalog/items/{productId}/media?field={attribute}&page={page}&limit={size}',
    list: 'items',
    paging: 'page',
    pageSize: catalogPage,
    total: 'meta.count',
  },
  'next-link': { path: '/catalog/items/{productId}/media/{attribute}', list: 'media', paging: 'next', next: 'links.next' },
}

type Answer = { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
const refuse = (status: number, error: string): Answer => ({ status, body: { error } })

type Named = { readonly id: string; readonly attribute: string }

const readPath = (url: URL, pattern: RegExp): Named | undefined => {
  const [, id, attribute = ''] = (pattern.exec(url.pathname) ?? []).map((part) => decodeURIComponent(part ?? ''))
  return id === undefined ? undefined : { id, attribute: url.searchParams.get('field') ?? attribute }
}

const locate: Readonly<Record<CatalogForm, (url: URL) => Named | undefined>> = {
  search: (url) => (url.pathname === '/catalog/items' ? { id: url.searchParams.get('sku') ?? '', attribute: '' } : undefined),
  envelope: (url) => readPath(url, /^\/v1\/products\/([^/]+)$/),
  pages: (url) => readPath(url, /^\/catalog\/items\/([^/]+)\/media$/),
  'next-link': (url) => readPath(url, /^\/catalog\/items\/([^/]+)\/media\/([^/]+)$/),
}

/** A medium is an object with its own id, different from the source's. */
const toMedium = (sourceId: string, index: number) => ({ id: `med_${index}`, sourceId, position: index + 1 })

const readJson = async (request: IncomingMessage): Promise<unknown> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const text = Buffer.concat(pieces).toString('utf8')
  return String(request.headers['content-type']).startsWith('application/json') ? (JSON.parse(text) as unknown) : text
}

/**
 * A strict service unlike the sample workspace, on loopback: it rejects a request with a wrong key, an unknown query or a
 * source that it did not create, replaces lists, and returns products as `form` says. Its addresses may be below a path.
 */
export const startCatalogService = async (form: CatalogForm, { below = '' }: { readonly below?: string } = {}): Promise<CatalogService> => {
  const products: CatalogService['products'] = new Map()
  const sources = new Set<string>()
  const requests: CatalogRequest[] = []
  let readings = 0

  const show = (url: URL): Answer => {
    const named = locate[form](url)
    const productId = named?.id ?? ''
    const product = products.get(productId)
    if (named === undefined || product === undefined) return refuse(404, `no item ${productId}`)
    readings += 1
    const list = product[named.attribute] ?? []
    switch (form) {
      case 'search':
        return {
          status: 200,
          body: [{ id: productId, fields: Object.entries(product).map(([name, ids]) => ({ name, values: ids.map(toMedium) })) }],
        }
      case 'envelope':
        return { status: 200, body: { requestId: 'r', resource: 'product', data: { id: productId, attributes: product } } }
      case 'pages': {
        const [page, limit] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('limit'))]
        if (!(page >= 1) || !(limit >= 1)) return refuse(422, 'page and limit are needed')
        const size = Math.min(limit, catalogPage)
        return { status: 200, body: { items: list.map(toMedium).slice((page - 1) * size, page * size), meta: { count: list.length } } }
      }
      case 'next-link': {
        const from = Number(url.searchParams.get('from') ?? '0')
        const next = from + catalogPage < list.length ? `?from=${from + catalogPage}` : null
        return { status: 200, body: { media: list.map(toMedium).slice(from, from + catalogPage), links: { next } } }
      }
    }
  }

  const change = (id: string, body: unknown): Answer => {
    const product = products.get(id)
    if (product === undefined) return refuse(404, `no item ${id}`)
    const { attributes, ...rest } = body as { attributes?: Record<string, string[]> }
    if (attributes === undefined || Object.keys(rest).length > 0) return refuse(422, 'attributes, and nothing else')
    const unknown = Object.values(attributes)
      .flat()
      .find((source) => !sources.has(source) && !Object.values(product).flat().includes(source))
    if (unknown !== undefined) return refuse(422, `no source ${unknown}`)
    products.set(id, { ...product, ...attributes })
    return { status: 200, body: { ok: true } }
  }

  const handle = ({ method, path, body }: CatalogRequest, key: unknown): Answer => {
    if (key !== apiKey) return refuse(401, 'wrong key')
    if (!path.startsWith(below)) return refuse(404, 'nothing here')
    const url = new URL(path.slice(below.length), 'http://catalog.invalid')
    if (method === 'POST' && url.pathname === '/v1/sources') {
      const id = `src_${sources.size + 1}`
      sources.add(id)
      return { status: 201, body: { id } }
    }
    if (method === 'PATCH') return change(decodeURIComponent(url.pathname.split('/').at(-1) ?? ''), body)
    if (method === 'GET' && url.pathname === '/v1/tones') return { status: 200, body: { data: [] } }
    return method === 'GET' ? show(url) : refuse(405, 'not here')
  }

  const send = (response: ServerResponse, { status, body, headers }: Answer): void => {
    response.writeHead(status, { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json', ...headers })
    response.end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body))
  }

  const server = createServer(async (incoming, response) => {
    const request = { method: incoming.method ?? '', path: incoming.url ?? '', body: await readJson(incoming) }
    requests.push(request)
    const before = readings
    const answer = service.answer(request) ?? handle(request, incoming.headers['x-api-key'])
    if (readings > before)
      service.afterReading([...products.keys()].find((id) => request.path.includes(encodeURIComponent(id))) ?? '', readings)
    send(response, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: CatalogService = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${below}`,
    readProduct: settings[form],
    products,
    requests,
    afterReading: () => {},
    answer: () => undefined,
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  return service
}
