import type { KeptProduct } from '../../../../../shared/products/matching.ts'
import type { Journal } from '../../../base/database/journal.ts'
import type { SourceStore } from '../../../pictures/library/source-store.ts'
import { createTargets } from '../../plans/lists/plan-targets.ts'
import { createAttachedFinder } from '../attached-already.ts'
import type { ProductStore } from '../product-store.ts'

type Ports = { readonly journal: Journal; readonly products: ProductStore; readonly sources: SourceStore }

/** Says of matched products how many of the pictures shown their list in the workspace has, or is about to get. */
export const countAttached = <Row extends Omit<KeptProduct, 'attached'>>(
  ports: Ports,
  connectionId: string | null,
  attribute: string,
  rows: readonly Row[],
): (Row & { attached: number })[] => {
  const targets = createTargets(ports, connectionId)
  return rows.map((row) => {
    const imageIds = row.pictures.map(({ imageId }) => imageId)
    const { productRef } = targets.find({ product: row.product, imageIds, folder: row.pictures[0]?.folder ?? null })
    const record = productRef === null ? undefined : ports.products.get(productRef)
    const attached = record ? createAttachedFinder(ports, record, attribute, record.connectionId)(imageIds).size : 0
    return { ...row, attached }
  })
}

/** A product that has a picture, or is about to get it. */
export type AttachedTo = { readonly product: string; readonly isDone: boolean }

/** Where a picture without a match is attached; `null`: nowhere. */
export const findAttachedTo = (journal: Journal, connectionId: string | null, imageId: string): AttachedTo | null => {
  const row = journal.get(
    `SELECT products.name, products.product_id, 1 AS done FROM sources
     JOIN attached_sources ON attached_sources.source_id = sources.source_id AND gone = 0
     JOIN products ON products.ref = attached_sources.product_ref AND products.connection_id = sources.connection_id
     WHERE sources.image_id = ?1 AND sources.connection_id IS ?2
     UNION ALL
     SELECT products.name, products.product_id, 0 FROM attach_pictures JOIN jobs ON jobs.id = job_id
     JOIN products ON products.ref = jobs.work ->> '$.productRef'
     WHERE attach_pictures.image_id = ?1 AND jobs.connection_id IS ?2 AND jobs.state IN ('waiting', 'running', 'parked') LIMIT 1`,
    imageId,
    connectionId,
  )
  return row ? { product: String(row.name ?? row.product_id ?? ''), isDone: row.done === 1 } : null
}
