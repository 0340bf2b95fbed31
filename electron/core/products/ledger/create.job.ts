import { AppError } from '../../../../shared/base/errors.ts'
import { operations } from '../../../../shared/queue/operations.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { isRefusalOfWorkspace, type Operation, type OperationDefinition, waitsForAll } from '../../queue/operation.ts'
import { attributesAttachedTo } from './list-jobs.ts'
import type { ProductStore } from './product-store.ts'
import { takeStatement } from './take-statement.ts'

export const createProduct: OperationDefinition<'create-product'> = {
  name: 'create-product',
  work: operations['create-product'].work,
  subject: ({ name }) => name,
  exclusiveKey: ({ productRef }) => productRef,
  concurrency: 2,
  scope: 'user',
  changes: () => ['products'],
  isRepeatable: () => false,
  parksAfterRestore: true,
  doubt: ({ name }) => ({ name, choices: ['exists', 'again'] }),
  leavesSpare: true,
  isWorkspaceWide: isRefusalOfWorkspace,
  dependencies: waitsForAll,
}

type Ports = { readonly journal: Journal; readonly jobs: JobStore; readonly products: ProductStore }

/** Creates a product by name (spec: "POST {base_url}/v1/products"). Never repeated automatically: the service has no idempotency key. */
export const createCreateProduct = (ports: Ports): Operation<'create-product'> => ({
  ...createProduct,
  resume: ({ work }, { choice, productId, current }, at) => {
    if (choice !== 'exists') return work
    const id = productId?.trim()
    if (!id) throw new AppError('usage', { kind: 'existing-id-missing' }, { kept: 'nothing-changed' })
    // Although new to this job, its lists are not empty: they are the known ones of that id, or asked about.
    const productRef = ports.products.setExisting(work.productRef, id)
    const product = ports.products.get(productRef)
    if (current && product)
      for (const attribute of attributesAttachedTo(ports, productRef))
        takeStatement(ports, { product, attribute, jobId: null }, current, at)
    return { ...work, productRef }
  },
  attempt: async ({ work }, { client, signal, onSilence }) => {
    const { productRef, name } = work
    if (ports.products.get(productRef)?.productId) return { kind: 'done', sent: false, commit: () => [{ kind: 'created-already' }] }
    const outcome = await client.createProduct({ name }, { signal, onSilence })
    if (outcome.kind === 'failed') return outcome
    return {
      kind: 'done',
      sent: true,
      commit: () => {
        ports.products.setCreated(productRef, outcome.value.productId)
        return []
      },
    }
  },
})
