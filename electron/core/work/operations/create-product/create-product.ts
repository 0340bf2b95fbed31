import { AppError } from '../../../../../shared/errors.ts'
import { createProductWork } from '../../../../../shared/jobs.ts'
import type { ProductStore } from '../../../products/product-store.ts'
import { isRefusalOfWorkspace, type Operation, type OperationDefinition, waitsForAll } from '../../queue/operation.ts'

export const createProduct: OperationDefinition<'create-product'> = {
  name: 'create-product',
  work: createProductWork,
  subject: ({ name }) => name,
  exclusiveKey: ({ productRef }) => productRef,
  concurrency: 2,
  scope: 'user',
  changes: () => ['products'],
  isRepeatable: () => false,
  parksAfterRestore: true,
  doubt: ({ name }) => ({
    what: `“${name}” may have been created`,
    action: 'Look in the workspace whether it is there: if so, enter its id; if not, create it again.',
    choices: ['exists', 'again'],
  }),
  spare: 'a second product of this name',
  repeatNote: (earlier) => `Created again: ${earlier}, so a second product of this name may exist.`,
  isWorkspaceWide: isRefusalOfWorkspace,
  dependencies: waitsForAll,
}

/** Creates a product by name (spec: "POST {base_url}/v1/products"). Never sent twice by itself: the service has no idempotency key. */
export const createCreateProduct = (ports: { products: ProductStore }): Operation<'create-product'> => ({
  ...createProduct,
  resume: ({ work, connectionId }, { choice, productId }, at) => {
    if (choice !== 'exists') return work
    if (!productId) throw new AppError('usage', 'Enter the id of the product that exists. Nothing was changed.')
    // Its list is not empty for being new to this job: what is known to be there would be replaced.
    const known = ports.products.findById(connectionId, productId)
    if (known && known.ref !== work.productRef)
      throw new AppError('usage', `“${productId}” is a product that Packshot knows already. Nothing was changed.`, {
        action: 'If it is the right one, cancel this and attach the pictures to it by its ID.',
      })
    ports.products.setCreated(work.productRef, productId, at)
    return work
  },
  attempt: async ({ work }, { client, signal, onSilence }) => {
    const { productRef, name } = work
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
