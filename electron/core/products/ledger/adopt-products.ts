import type { JobState } from '../../../../shared/queue/job-states.ts'
import type { Job } from '../../../../shared/queue/jobs.ts'
import type { Journal } from '../../base/database/journal.ts'
import { findJobsOf } from '../../queue/find-jobs.ts'
import { moveDependents } from '../../queue/job-dependencies.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { settleDependents } from '../../queue/settle-dependents.ts'
import type { ProductStore } from './product-store.ts'

type Ports = { readonly journal: Journal; readonly jobs: JobStore; readonly products: ProductStore }

/** The newest creation of this record, by its name. */
const creationOf = ({ journal, jobs }: Ports, ref: string, name: string, states: readonly JobState[]): Job | undefined =>
  findJobsOf(journal, 'create-product', name, states)
    .flatMap((id) => jobs.get(id) ?? [])
    .findLast(({ work }) => work.operation === 'create-product' && work.productRef === ref)

/** Jobs that wait for one creation now wait for the other; the first is cancelled with a reason. */
const replaceCreation = ({ journal, jobs }: Ports, creation: Job, name: string, by: Job, now: number): void => {
  moveDependents(journal, creation.id, by.id)
  jobs.save({ ...creation, notes: [{ kind: 'used-other-creation', name }] })
  jobs.apply(creation.id, { kind: 'cancel', at: now })
  if (by.status.state === 'done') settleDependents(journal, jobs, by, now)
}

/**
 * A new product requested by name, or for a product of the imported list, becomes the connection's product of that name or of the list, as if it
 * had been connected.
 */
const adoptCreation = (ports: Ports, ref: string, name: string, connectionId: string, now: number): void => {
  const { products } = ports
  const listedAs = products.listedAs(ref)
  const creation = creationOf(ports, ref, name, ['waiting', 'parked'])
  if (creation?.work.operation !== 'create-product' || creation.work.again) return
  const known = listedAs === null ? products.findByName(connectionId, name) : products.findListed(connectionId, listedAs)
  const earlier = known && creationOf(ports, known.ref, known.name ?? name, ['waiting', 'running', 'parked', 'done'])
  if (!known || !earlier || (earlier.status.state === 'done' && known.productId === null)) return
  replaceCreation(ports, creation, name, earlier, now)
  products.merge(ref, known.ref)
}

/**
 * Products that were named while no workspace was connected become this connection's. Products it already has, by id or as a
 * new product of that name, are merged into its records. Called inside `journal.write`.
 */
export const adoptProducts = (ports: Ports, connectionId: string, now: number): void => {
  const { journal, products } = ports
  const twins = journal.all(
    `SELECT mine.ref AS mine, theirs.ref AS theirs FROM products AS mine JOIN products AS theirs
       ON theirs.product_id = mine.product_id AND ifnull(theirs.connection_id, '') = ?
     WHERE mine.connection_id IS NULL`,
    connectionId,
  )
  for (const { mine, theirs } of twins) products.merge(String(mine), String(theirs))
  const created = journal.all(
    'SELECT ref, name FROM products WHERE connection_id IS NULL AND product_id IS NULL AND created_by_us = 1 ORDER BY rowid',
  )
  for (const { ref, name } of created) adoptCreation(ports, String(ref), String(name), connectionId, now)
  journal.run('UPDATE products SET connection_id = ? WHERE connection_id IS NULL', connectionId)
}
