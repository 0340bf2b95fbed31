import type { Journal } from '../../base/database/journal.ts'
import type { CatalogueStore, Targets } from './catalogue-store.ts'

type Ports = { readonly journal: Journal; readonly catalogue: CatalogueStore }

/**
 * Says what products of the workspace are in the list that counts there. Returns whether that is new, once it is on disk. `find`: whose list.
 */
export const setTargets = async (
  { journal, catalogue }: Ports,
  find: () => string | null,
  { productIs, sharedPictures }: Partial<Targets>,
): Promise<boolean> => {
  const isNew = journal.write(() => {
    const list = catalogue.current(find())
    if (!list) return false
    const targets = { productIs: productIs ?? list.productIs, sharedPictures: sharedPictures ?? list.sharedPictures }
    if (targets.productIs === list.productIs && targets.sharedPictures === list.sharedPictures) return false
    if (targets.productIs !== list.productIs) catalogue.turnAround(list.import)
    catalogue.setTargets(list.import, targets)
    return true
  })
  await journal.durable()
  return isNew
}
