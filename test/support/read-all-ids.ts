import { type FoundIds, readFoundIds } from '../../shared/products/id-list.ts'
import type { TestCore } from './open-test-core.ts'

type View = Parameters<TestCore['client']['library']['ids']>[0]

/** All ids of a view, read in pieces as a window reads them. */
export const readAllIds = async ({ library }: Pick<TestCore['client'], 'library'>, view: View): Promise<string[]> =>
  readFoundIds((await library.ids(view)) as FoundIds, library.moreIds)
