import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { AppContext } from '../exchange.ts'
import { describeIssues, refuse } from '../refusals.ts'
import { readJson } from '../request-body.ts'
import { makeId } from '../secrets.ts'
import type { RequestLog } from '../store/request-log.ts'
import { type AttributeValue, attachmentFaults, attributes, findAttribute } from './attributes.ts'
import type { IsWholePicture } from './check-picture.ts'
import type { Sources } from './source-table.ts'

export type Product = {
  readonly id: string
  readonly name: string | null
  /** By the attributes' own names. */
  readonly attributes: Readonly<Record<string, AttributeValue>>
  readonly createdAt: number
  readonly updatedAt: number
}

export type Products = {
  readonly insert: (product: Product) => void
  readonly update: (product: Product) => void
  readonly find: (id: string) => Product | undefined
  readonly list: (after: number, limit: number) => (Product & { readonly number: number })[]
}

const columns = 'number, id, name, attributes, created_at AS createdAt, updated_at AS updatedAt'
type Row = Omit<Product, 'attributes'> & { number: number; attributes: string }

export const createProducts = (database: DatabaseSync): Products => {
  const insert = database.prepare('INSERT INTO product (id, name, attributes, created_at, updated_at) VALUES (?, ?, ?, ?, ?)')
  const update = database.prepare('UPDATE product SET name = ?, attributes = ?, updated_at = ? WHERE id = ?')
  const select = database.prepare(`SELECT ${columns} FROM product WHERE id = ?`)
  const list = database.prepare(`SELECT ${columns} FROM product WHERE number > ? ORDER BY number LIMIT ?`)
  const read = (row: Row) => ({ ...row, attributes: JSON.parse(row.attributes) as Product['attributes'] })
  return {
    insert: ({ id, name, attributes, createdAt, updatedAt }) => {
      insert.run(id, name, JSON.stringify(attributes), createdAt, updatedAt)
    },
    update: ({ id, name, attributes, updatedAt }) => {
      update.run(name, JSON.stringify(attributes), updatedAt, id)
    },
    find: (id) => {
      const row = select.get(id)
      return row === undefined ? undefined : read(row as Row)
    },
    list: (after, limit) => (list.all(after, limit) as unknown as Row[]).map(read),
  }
}

/** Body of ours (not-shown, "products"). */
export const productBody = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  attributes: z.record(z.string(), z.union([z.array(z.string()).max(10_000), z.string().max(10_000)])).optional(),
})
export type ProductBody = z.infer<typeof productBody>

export type ProductPorts = {
  readonly now: () => number
  readonly products: Products
  readonly sources: Sources
  readonly isWholePicture: IsWholePicture
  readonly log: RequestLog
}

/** The attributes by their own names, and under which key the caller named each. Throws a 400 that names each fault and its reason. */
const judge = async (body: ProductBody, { sources, isWholePicture }: ProductPorts) => {
  const attributes: Record<string, AttributeValue> = {}
  const keys: Record<string, string> = {}
  const faults: string[] = []
  for (const [key, value] of Object.entries(body.attributes ?? {})) {
    const attribute = findAttribute(key)
    if (attribute === undefined) faults.push(`${key}: unknown attribute`)
    else if (attribute.name in attributes) faults.push(`${key}: names the attribute ${attribute.name} a second time`)
    else {
      attributes[attribute.name] = value
      keys[attribute.name] = key
      faults.push(...(await attachmentFaults(attribute, value, { find: sources.find, isWholePicture })))
    }
  }
  if (faults.length > 0) throw refuse(400, faults)
  return { attributes, keys }
}

const parse = async (c: AppContext): Promise<ProductBody> => {
  const body = await readJson(c.env.incoming, { bytes: 1024 * 1024, text: 'The body is limited to 1 MB.' })
  c.get('exchange').facts = { id: c.req.param('productId'), body }
  const parsed = productBody.safeParse(body)
  if (!parsed.success) throw refuse(400, describeIssues(parsed.error))
  return parsed.data
}

const answer = (c: AppContext, status: 200 | 201, { id, name, attributes }: Product, keys: Readonly<Record<string, string>>): Response => {
  const shown = Object.fromEntries(Object.entries(attributes).map(([canonical, value]) => [keys[canonical] ?? canonical, value]))
  return c.json({ requestId: c.get('exchange').id, resource: 'product', data: { id, name, attributes: shown } }, status)
}

/** `POST /v1/products`. */
export const createProductCreation =
  (ports: ProductPorts) =>
  async (c: AppContext): Promise<Response> => {
    const { now, products, log } = ports
    const body = await parse(c)
    const { attributes, keys } = await judge(body, ports)
    const product: Product = { id: makeId('prd'), name: body.name ?? null, attributes, createdAt: now(), updatedAt: now() }
    await log.settle(c, { id: product.id, name: product.name, body }, () => {
      products.insert(product)
      return { status: 201 }
    })
    return answer(c, 201, product, keys)
  }

/** Every list attribute, also one that has nothing yet. */
const showWhole = (product: Product): Product => {
  const empty = attributes.filter(({ kind }) => kind === 'CONTEXT_SOURCE_LIST').map(({ name }) => [name, []])
  return { ...product, attributes: { ...Object.fromEntries(empty), ...product.attributes } }
}

/** `GET /v1/products/{productId}`. Ours: the specification describes no reading of products; a switch turns it on. */
export const createProductReading =
  ({ products }: ProductPorts) =>
  async (c: AppContext): Promise<Response> => {
    const id = c.req.param('productId') ?? ''
    const product = products.find(id)
    if (product === undefined) throw refuse(404, `There is no product ${id}.`)
    return answer(c, 200, showWhole(product), {})
  }

/** `PATCH /v1/products/{productId}`: lists are replaced, omitted attributes stay; a refused change leaves the product unchanged. */
export const createProductUpdate =
  (ports: ProductPorts) =>
  async (c: AppContext): Promise<Response> => {
    const { now, products, log } = ports
    const id = c.req.param('productId') ?? ''
    const body = await parse(c)
    if (products.find(id) === undefined) throw refuse(404, `There is no product ${id}.`)
    const { attributes, keys } = await judge(body, ports)
    const { product } = await log.settle(c, { id, name: body.name, body }, () => {
      const before = products.find(id)
      if (before === undefined) throw refuse(404, `There is no product ${id}.`)
      const next: Product = {
        ...before,
        name: body.name ?? before.name,
        attributes: { ...before.attributes, ...attributes },
        updatedAt: now(),
      }
      products.update(next)
      return { status: 200, product: next }
    })
    return answer(c, 200, product, keys)
  }
