import { AppError } from '../../../../shared/base/errors.ts'
import { type AttributeValue, fillTemplate } from '../../../../shared/workspaces/body-templates.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import { failed, type Outcome } from './outcome.ts'
import { parseJson, readId, readLists, readTexts } from './read-answer.ts'
import { saysItFailed } from './read-error-words.ts'
import type { Call, CallOptions, OpenRequest } from './service-call.ts'

export type AttributeLists = Readonly<Record<string, readonly string[]>>

/** The operations about products (spec, "Other operations that are named"). Nothing throws: every call ends in an outcome. */
export type ProductCalls = {
  /** `POST /v1/products`. */
  readonly createProduct: (
    input: { readonly name: string; readonly attributes?: AttributeLists },
    options?: CallOptions,
  ) => Promise<Outcome<{ readonly productId: string }>>
  /** `PATCH /v1/products/{productId}`; `lists` and `texts` if the answer shows what the attributes hold now. */
  readonly updateProduct: (
    input: { readonly productId: string; readonly attributes: Readonly<Record<string, AttributeValue>> },
    options?: CallOptions,
  ) => Promise<Outcome<ShownAttributes>>
}

/** By the names in the answer. */
export type ShownAttributes = { readonly lists?: Record<string, string[]>; readonly texts?: Record<string, string> }

/** The value of an attribute as an answer shows it: its name may be returned in another case. */
export const valueNamed = <T>(values: Readonly<Record<string, T>> | undefined, attribute: string): T | undefined =>
  values?.[attribute] ?? Object.entries(values ?? {}).find(([name]) => name.toLowerCase() === attribute.toLowerCase())?.[1]

type Ports = {
  readonly connection: Pick<Connection, 'paths' | 'templates'>
  readonly run: <T>(call: Call<T>, options: CallOptions) => Promise<Outcome<T>>
  /** A request with JSON. */
  readonly openJson: (value: unknown) => OpenRequest
}

const readUpdate = (text: string): ShownAttributes | undefined => {
  if (text.trim() === '') return {}
  const json = parseJson(text)
  const [lists, texts] = [readLists(json), readTexts(json)]
  if (lists !== undefined || texts !== undefined) return { ...(lists && { lists }), ...(texts && { texts }) }
  return typeof json === 'object' && json !== null && !saysItFailed(json) ? {} : undefined
}

export const createProductCalls = ({ connection, run, openJson }: Ports): ProductCalls => ({
  createProduct: ({ name, attributes = {} }, options = {}) =>
    run(
      {
        method: 'POST',
        path: connection.paths.products,
        names: 'address',
        subject: 'product',
        wants: 'id',
        open: openJson(fillTemplate('createProduct', connection.templates.createProduct, { name, attributes })),
        read: (text) => {
          const productId = readId(parseJson(text))
          return productId === undefined ? undefined : { productId }
        },
      },
      options,
    ),

  updateProduct: async ({ productId, attributes }, options = {}) => {
    // A dot segment would name another address.
    if (/^\.{0,2}$/.test(productId))
      return failed(new AppError('not-found', { kind: 'product-id-unusable', productId }, { kept: 'work' }), false)
    const path = `${connection.paths.products}/${encodeURIComponent(productId)}`
    const [attribute, sourceIds] = Object.entries(attributes)[0] ?? ['', []]
    const body = fillTemplate('updateProduct', connection.templates.updateProduct, { productId, attributes, attribute, sourceIds })
    return run(
      { method: 'PATCH', path, names: 'product', subject: 'product', wants: null, open: openJson(body), read: readUpdate },
      options,
    )
  },
})
