import { AppError } from '../../../../../shared/base/errors.ts'
import type { Journal } from '../../../base/database/journal.ts'
import type { AttachTarget } from '../../../products/ledger/attach-target.ts'
import type { ProductStore } from '../../../products/ledger/product-store.ts'
import { createTargets } from '../../../products/plans/lists/plan-targets.ts'
import type { TextAsked } from '../../../products/texts/lists/preview-texts.ts'
import type { TextOfCell } from './texts-of-cells.ts'

type Ports = { readonly journal: Journal; readonly products: ProductStore; readonly connectionId: string | null }

const ofRecord = 'ref:'

/** Texts of cells with where they go: where the product's pictures go. */
export const aimTexts = ({ journal, products, connectionId }: Ports, texts: readonly TextOfCell[]): TextAsked[] => {
  const targets = createTargets({ journal, products }, connectionId)
  const aim = ({ product, name, folder }: TextOfCell): AttachTarget => {
    if (product.key.startsWith(ofRecord)) return { kind: 'record', ref: product.key.slice(ofRecord.length) }
    const { to, problem } = targets.find({ product, imageIds: [], folder })
    if (problem) throw problem
    // A second product of that name would be created, and its pictures go elsewhere.
    if (to === null || (to.kind === 'new' && to.again)) throw new AppError('usage', { kind: 'product-not-created', product: name })
    return to.kind === 'new' ? { kind: 'new', name: to.name } : to
  }
  const known = new Map<string, AttachTarget>()
  return texts.map((one) => {
    const { name, attribute, text, picture, differing } = one
    const { key } = one.product
    const target = (): AttachTarget => {
      const found = known.get(key) ?? aim(one)
      known.set(key, found)
      return found
    }
    return { key, name, target, attribute, text, picture, differing }
  })
}
