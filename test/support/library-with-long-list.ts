import { DatabaseSync } from 'node:sqlite'
import { createJournal } from '../../electron/core/base/database/journal.ts'
import { libraryFile } from '../../electron/core/base/database/library-files.ts'
import { systemPlatform } from '../../electron/core/base/platform/platform.ts'
import { createProductStore } from '../../electron/core/products/ledger/product-store.ts'
import { makeLargeLibrary } from '../fixtures/large-library.ts'

/** A library whose pictures are all uploaded, and in one list of a product, in a workspace that can't be reached. */
export const makeLibraryWithLongList = async (dataFolder: string, pictures: number): Promise<void> => {
  await makeLargeLibrary(dataFolder, { pictures, waiting: 0, baseUrl: 'http://127.0.0.1:9', isActive: true, thumbnails: 1 })
  const journal = createJournal(new DatabaseSync(libraryFile(dataFolder)), systemPlatform)
  const connectionId = String(journal.get('SELECT id FROM connections')?.id)
  const products = createProductStore(journal, systemPlatform.clock)
  journal.write(() => {
    const { ref } = products.add({ connectionId, productId: 'p1', name: 'Mug', createdByUs: false }, 1)
    const ids = Array.from({ length: pictures }, (_, at) => `source_${at}`)
    products.facts.add(ref, 'Images', { kind: 'stated', ids, settles: [] })
  })
  await journal.durable()
  journal.close()
}
