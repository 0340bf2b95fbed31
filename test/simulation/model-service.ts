import type { World } from './world.ts'

/** How the service or the network behaves for a while. */
export type Weather = 'fine' | 'away' | 'cuts' | 'lost-answers' | 'unauthorized' | 'payment' | 'forbidden' | 'rate' | 'failing' | 'odd'

/** The body of a PATCH answer: nothing about the lists, the list as it is, as it was before, or only its first entry. */
export type PatchAnswer = 'id' | 'list' | 'old-list' | 'first-page'

export type ModelProduct = {
  readonly id: string
  readonly name: string | null
  readonly lists: Map<string, string[]>
  readonly texts: Map<string, string>
}

/** One effect of a request, as recorded in the service's own log. */
export type Effect =
  | { readonly kind: 'source'; readonly by: string; readonly content: string; readonly sourceId: string }
  | { readonly kind: 'product'; readonly by: string; readonly name: string; readonly productId: string }
  | { readonly kind: 'answer'; readonly by: string; readonly content: string; readonly question: string }
  | {
      readonly kind: 'text'
      readonly by: string
      readonly productId: string
      readonly attribute: string
      readonly before: string
      readonly sent: string
    }
  | {
      readonly kind: 'list'
      readonly by: string
      readonly productId: string
      readonly before: readonly string[]
      readonly sent: readonly string[]
      readonly after: readonly string[]
    }

export type Exchange = { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> }

export type ModelService = ReturnType<typeof createModelService>

/** One workspace that follows the specification. It treats all clients alike, except in its log. */
export const createModelService = (world: World, name: string) => {
  const products = new Map<string, ModelProduct>()
  const sources = new Map<string, string>()
  const effects: Effect[] = []
  let numbers = 0
  let answers = 0
  let appends = false
  let patchAnswer: PatchAnswer = 'id'
  let isReadable = false

  const newId = (kind: string): string => `${kind}_${name}${++numbers}`
  const addSource = (content: string): string => {
    const id = newId('src')
    sources.set(id, content)
    return id
  }
  const addProduct = (productName: string | null): ModelProduct => {
    const product: ModelProduct = { id: newId('prd'), name: productName, lists: new Map(), texts: new Map() }
    products.set(product.id, product)
    return product
  }
  const textOf = (productId: string, attribute: string): string => products.get(productId)?.texts.get(attribute) ?? ''
  const listOf = (productId: string): string[] => products.get(productId)?.lists.get('Images') ?? []
  const error = (status: number, message: string): Exchange => ({ status, body: { statusCode: status, message, error: 'Refused' } })
  const envelope = (resource: string, data: unknown): unknown => ({ requestId: 'r', resource, data })

  const answerQuestion = (by: string, body: string): Exchange => {
    const asked = Object.values(JSON.parse(body) as Record<string, unknown>).map(String)
    const url = asked.find((one) => one.startsWith('data:')) ?? ''
    const content = /picture-[\w-]+/.exec(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64').toString('latin1'))?.[0] ?? 'unknown'
    const question = asked.filter((one) => one !== url).join(' ')
    effects.push({ kind: 'answer', by, content, question })
    return { status: 200, body: { analysis: `A mug, says answer ${++answers} of ${name}.` } }
  }

  const patchText = (by: string, product: ModelProduct, attribute: string, sent: string): Exchange => {
    const before = textOf(product.id, attribute)
    product.texts.set(attribute, sent)
    effects.push({ kind: 'text', by, productId: product.id, attribute, before, sent })
    const attributes = { id: undefined, list: { [attribute]: sent }, 'old-list': { [attribute]: before }, 'first-page': undefined }[
      patchAnswer
    ]
    return { status: 200, body: envelope('product', { id: product.id, ...(attributes ? { attributes } : {}) }) }
  }

  const patch = (by: string, productId: string, body: { attributes?: Record<string, string[] | string> }): Exchange => {
    const product = products.get(productId)
    if (!product) return error(404, `There is no product ${productId}.`)
    const [attribute, sent] = Object.entries(body.attributes ?? {})[0] ?? ['Images', []]
    if (typeof sent === 'string') return patchText(by, product, attribute, sent)
    const missing = sent.find((id) => !sources.has(id))
    if (missing !== undefined) return error(400, `The source ${missing} does not exist.`)
    const before = product.lists.get(attribute) ?? []
    const after = appends ? [...before, ...sent.filter((id) => !before.includes(id))] : [...sent]
    product.lists.set(attribute, after)
    effects.push({ kind: 'list', by, productId, before, sent, after })
    const shown = { id: after, list: after, 'old-list': before, 'first-page': after.slice(0, 1) }[patchAnswer]
    return {
      status: 200,
      body: envelope('product', patchAnswer === 'id' ? { id: productId } : { id: productId, attributes: { [attribute]: shown } }),
    }
  }

  return {
    name,
    baseUrl: `https://${name.toLowerCase()}.example`,
    products,
    sources,
    effects,
    addSource,
    addProduct,
    listOf,
    textOf,
    setList: (productId: string, ids: readonly string[]): void => void products.get(productId)?.lists.set('Images', [...ids]),
    appends: (): boolean => appends,
    setAppends: (next: boolean): void => {
      appends = next
    },
    setPatchAnswer: (next: PatchAnswer): void => {
      patchAnswer = next
    },
    isReadable: (): boolean => isReadable,
    setReadable: (next: boolean): void => {
      isReadable = next
    },
    /** Carries out a complete request. */
    answer: (by: string, method: string, path: string, body: string): Exchange => {
      if (method === 'GET' && path.startsWith('/v1/tones')) return { status: 200, body: envelope('tone', []) }
      if (method === 'POST' && path === '/v1/sources') {
        // The file's name comes first, its bytes last.
        const content = [...body.matchAll(/picture-[\w-]+/g)].at(-1)?.[0] ?? 'unknown'
        const sourceId = addSource(content)
        effects.push({ kind: 'source', by, content, sourceId })
        return { status: 201, body: envelope('source', { id: sourceId }) }
      }
      if (method === 'POST' && path === '/v1/image/analysis') return answerQuestion(by, body)
      if (method === 'POST' && path === '/v1/products') {
        const { name: productName = null } = JSON.parse(body) as { name?: string }
        const product = addProduct(productName)
        effects.push({ kind: 'product', by, name: productName ?? '', productId: product.id })
        return { status: 201, body: envelope('product', { id: product.id }) }
      }
      const found = /^\/v1\/products\/([^/?]+)/.exec(path)?.[1]
      if (method === 'PATCH' && found) return patch(by, found, JSON.parse(body) as { attributes?: Record<string, string[] | string> })
      if (method === 'GET' && found && isReadable) {
        const product = products.get(found)
        if (!product) return error(404, `There is no product ${found}.`)
        return {
          status: 200,
          body: envelope('product', {
            id: found,
            attributes: { ...Object.fromEntries(product.lists), ...Object.fromEntries(product.texts) },
          }),
        }
      }
      return error(404, 'There is no such operation.')
    },
    /** The effect of the weather on a request that arrived; `null`: it is answered. */
    refuse: (weather: Weather): Exchange | null => {
      switch (weather) {
        case 'unauthorized':
          return error(401, 'The key is not valid.')
        case 'payment':
          return error(402, 'The subscription has ended.')
        case 'forbidden':
          return error(403, 'Not allowed.')
        case 'rate':
          return world.chance(0.7) ? { ...error(429, 'Too many requests.'), headers: { 'retry-after': String(1 + world.int(90)) } } : null
        case 'failing':
          return world.chance(0.7) ? error(world.pick([500, 502, 503]), 'Something broke.') : null
        case 'fine':
        case 'away':
        case 'cuts':
        case 'lost-answers':
        case 'odd':
          return null
      }
    },
  }
}
