import { AppError } from '../../../../../shared/errors.ts'
import type { ProductStore } from '../../../products/product-store.ts'
import type { Operation } from '../../queue/operation.ts'

/** Creates a product by name (spec: "POST {base_url}/v1/products"). Never sent twice by itself: the service has no idempotency key. */
export const createCreateProduct = (ports: { products: ProductStore }): Operation => ({
  name: 'create-product',
  isRepeatable: () => false,
  exclusiveKey: (job) => (job.work.operation === 'create-product' ? job.work.productRef : null),
  attempt: async (job, { client, signal, onSilence }) => {
    if (job.work.operation !== 'create-product') throw new AppError('internal', 'A job of another operation came to create-product.')
    const { productRef, name } = job.work
    if (ports.products.get(productRef)?.productId) return { kind: 'done', sent: false, commit: () => 'It exists already.' }
    const outcome = await client.createProduct({ name }, { signal, onSilence })
    if (outcome.kind === 'failed') return outcome
    return {
      kind: 'done',
      sent: true,
      commit: (at) => {
        ports.products.setCreated(productRef, outcome.value.productId, at)
        return null
      },
    }
  },
})
