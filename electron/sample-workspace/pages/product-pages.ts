import { type AttributeValue, findAttribute } from '../api/attributes.ts'
import type { Product, Products } from '../api/products.ts'
import type { SourceFiles } from '../api/source-files.ts'
import type { Sources } from '../api/source-table.ts'
import type { AppContext } from '../exchange.ts'
import type { Visit } from '../people/visits.ts'
import { escapeHtml, htmlPage } from './html-page.ts'
import { workspacePage } from './layout.ts'

export type ProductPagesPorts = { readonly products: Products; readonly sources: Sources; readonly files: SourceFiles }

/** Types that a browser may show directly; for others only the name is shown. */
const pictureTypes: Readonly<Record<string, string>> = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp', gif: 'image/gif' }
const perPage = 50

const title = ({ name, id }: Product): string => name ?? `Product ${id}`

const showSource = (sources: Sources, id: string): string => {
  const source = sources.find(id)
  const name = escapeHtml(source?.name ?? id)
  if (source === undefined || pictureTypes[source.format ?? ''] === undefined) return `<figure><figcaption>${name}</figcaption></figure>`
  return `<figure><img src="/products/pictures/${escapeHtml(id)}" alt="${name}" loading="lazy"><figcaption>${name}</figcaption></figure>`
}

const showSources = (sources: Sources, ids: readonly string[]): string =>
  `<div class="pictures">${ids.map((id) => showSource(sources, id)).join('')}</div>`

const showValue = (sources: Sources, name: string, value: AttributeValue): string => {
  const kind = findAttribute(name)?.kind ?? 'TEXT'
  const shown = typeof value === 'string' ? `<p>${escapeHtml(value)}</p>` : value.length === 0 ? '<p>None</p>' : showSources(sources, value)
  return `<h2>${escapeHtml(name)}</h2><p class="small">${kind}</p>${shown}`
}

/** `GET /products`: fifty at a time, each with its first pictures. */
export const createProductsPage =
  ({ products, sources }: ProductPagesPorts) =>
  (c: AppContext, visit: Visit): Response => {
    const after = Number(/^\d{1,15}$/.exec(c.req.query('after') ?? '')?.[0] ?? 0)
    const shown = products.list(after, perPage)
    const rows = shown.map((product) => {
      const images = product.attributes.Images
      const ids = typeof images === 'string' || images === undefined ? [] : images
      const more = ids.length > 4 ? ` and ${ids.length - 4} more` : ''
      return `<tr><td><a href="/products/${escapeHtml(product.id)}">${escapeHtml(title(product))}</a></td><td>${showSources(sources, ids.slice(0, 4))}${more}</td></tr>`
    })
    const last = shown.at(-1)?.number
    const next = shown.length === perPage ? `<p><a href="/products?after=${last}">More products</a></p>` : ''
    const body =
      rows.length === 0
        ? '<p>There are no products yet.</p>'
        : `<table><tr><th>Product</th><th>Images</th></tr>${rows.join('\n')}</table>${next}`
    return workspacePage(visit, { title: 'Products', body, hasPictures: true })
  }

/** `GET /products/:productId`. */
export const createProductPage =
  ({ products, sources }: ProductPagesPorts) =>
  (c: AppContext, visit: Visit): Response => {
    const product = products.find(c.req.param('productId') ?? '')
    if (product === undefined)
      return htmlPage({ status: 404, title: 'There is no such product', body: '<p><a href="/products">Products</a></p>' })
    const attributes = Object.entries(product.attributes).map(([name, value]) => showValue(sources, name, value))
    return workspacePage(visit, {
      title: title(product),
      hasPictures: true,
      body: `<p><code>${escapeHtml(product.id)}</code></p>${attributes.join('\n') || '<p>Nothing is filled in yet.</p>'}`,
    })
  }

/** `GET /products/pictures/:id`: the bytes of a picture, under the type that its bytes have and not the declared one. */
export const createProductPicture =
  ({ sources, files }: ProductPagesPorts) =>
  (c: AppContext): Response => {
    const source = sources.find(c.req.param('id') ?? '')
    const type = pictureTypes[source?.format ?? '']
    if (source?.type !== 'FILE' || type === undefined) return new Response(null, { status: 404 })
    return new Response(files.read(source.id), {
      headers: {
        'content-type': type,
        'content-length': String(source.bytes ?? 0),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, max-age=3600',
      },
    })
  }
