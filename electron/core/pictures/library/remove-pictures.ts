import { pictureOperations } from '../../../../shared/queue/operations.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { reopen } from '../../queue/reopen-jobs.ts'
import { listShelved, reopenJobsAbout, shelveJobs, shelveJobsAbout } from '../../queue/shelve-jobs.ts'
import { attachesAbout, listEmptied, removedWith } from './attach-pictures.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly clock: { readonly now: () => number }
  /** Our record of a product. */
  readonly products: { readonly get: (ref: string) => unknown }
}

/** What can be restored: not what the decoder refused, what became a version of another picture, or what is removed for good (`removed_at` 0). */
export const isRemoved = 'removed_at > 0 AND checked <> 2 AND version > 0'

/** Pictures of one transaction. With its open work, a hundred thousand of them would take ten seconds. */
export const picturesAtOnce = 10_000

/**
 * Removes pictures from the library and restores them, up to `picturesAtOnce` in one transaction. Their sources, answers and files stay. Their waiting or parked work is
 * shelved (queue/shelve-jobs.ts), also an attach of which no picture is left; one that has others continues with these.
 */
export const createPictureRemoval = ({ journal, jobs, clock, products }: Ports) => {
  const ports = { journal, jobs, clock }
  let last = 0
  /** The moment of a removal, and of no other one of this run. */
  const moment = (): number => {
    last = Math.max(Math.round(clock.now()), last + 1)
    return last
  }

  /** How many were in the library. Called inside `journal.write`. */
  const takeOut = (imageIds: readonly string[]): number => {
    const rows = journal.all(
      'SELECT images.id FROM json_each(?) AS wanted CROSS JOIN images ON images.id = wanted.value WHERE removed_at IS NULL',
      JSON.stringify(imageIds),
    )
    const found = [...new Set(rows.map(({ id }) => String(id)))]
    if (found.length === 0) return 0
    const at = moment()
    journal.run('UPDATE images SET removed_at = ? WHERE id IN (SELECT value FROM json_each(?))', at, JSON.stringify(found))
    const attaches = attachesAbout(journal, found)
    // One that replaces a list is whole without its pictures, too.
    const emptied = listEmptied(journal, attaches).filter((id) => {
      const work = jobs.get(id)?.work
      return work?.operation === 'attach-sources' && work.replaces == null
    })
    shelveJobs(ports, emptied, at)
    shelveJobsAbout(ports, { operations: pictureOperations, subjects: found, dependents: attaches, at })
    return found.length
  }

  /** How many were removed. Called inside `journal.write`. */
  const bringBack = (imageIds: readonly string[]): number => {
    const rows = journal.all(
      `SELECT images.id, removed_at FROM json_each(?) AS wanted CROSS JOIN images ON images.id = wanted.value WHERE ${isRemoved}`,
      JSON.stringify(imageIds),
    )
    const found = new Map(rows.map(({ id, removed_at: at }) => [String(id), Number(at)]))
    const attaches = attachesAbout(journal, [...found.keys()])
    // Those whose last picture went in the removal that shelved them.
    const shelved = removedWith(journal, listShelved(journal, attaches))
    journal.run('UPDATE images SET removed_at = NULL WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify([...found.keys()]))
    reopenJobsAbout(ports, { operations: pictureOperations, removed: [...found], dependents: attaches, now: clock.now() })
    for (const [id] of shelved) {
      const work = jobs.get(id)?.work
      // That of a removed product comes back with it.
      if (work?.operation === 'attach-sources' && products.get(work.productRef) !== undefined) reopen(id, ports)
    }
    return found.size
  }

  const inPieces = async (imageIds: readonly string[], change: (piece: readonly string[]) => number): Promise<number> => {
    let changed = 0
    for (let from = 0; from < imageIds.length; from += picturesAtOnce) {
      changed += journal.write(() => change(imageIds.slice(from, from + picturesAtOnce)))
      await journal.durable()
    }
    return changed
  }

  return {
    remove: (imageIds: readonly string[]): Promise<number> => inPieces(imageIds, takeOut),
    /** Pictures that are not in the library any more, for a reason other than a person's removal. Called inside `journal.write`. */
    takeOut: (imageIds: readonly string[]): void => void takeOut(imageIds),
    /** The same inside `journal.write`, of up to `picturesAtOnce`. */
    bringBack,
    restore: (imageIds: readonly string[]): Promise<number> => inPieces(imageIds, bringBack),
  }
}

export type PictureRemoval = ReturnType<typeof createPictureRemoval>
