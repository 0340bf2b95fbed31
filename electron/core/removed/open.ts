import type { CoreSignals } from '../core-signals.ts'
import type { CoreLibrary } from '../open-library.ts'
import { createForgetPictures } from '../pictures/library/forget-pictures.ts'
import type { PictureRemoval } from '../pictures/library/remove-pictures.ts'
import type { SentFiles } from '../pictures/library/sent-files.ts'
import type { CorePorts } from '../ports.ts'
import { restoreProduct } from '../products/matching/remove-product.ts'
import type { Operations } from '../queue/operation.ts'
import { createRemovedThings } from './removed-things.ts'

type Ports = {
  readonly ports: CorePorts
  readonly library: CoreLibrary
  readonly operations: Operations
  readonly removal: PictureRemoval
  readonly sentFiles: SentFiles
  readonly signals: CoreSignals
  readonly isAdding: () => boolean
}

/** Removed things, and what becomes of all that refers to a picture that is removed for good (README.md). */
export const openRemoved = ({ ports, library, operations, removal, sentFiles, signals, isAdding }: Ports) => {
  const forgetAbout = (imageIds: readonly string[]): void => {
    library.writtenTexts.forgetAnswers(library.answers.forgetPictures(imageIds))
    library.sheet.forgetPictures(imageIds)
    library.dueAsks.forgetPictures(imageIds)
    library.matches.forgetPictures(imageIds)
  }
  return createRemovedThings({
    ...ports,
    ...library,
    removal,
    pictures: createForgetPictures({ ...ports, ...library, sentFiles, forgetAbout }),
    restoreProduct: (id) => restoreProduct({ ...library, operations, clock: ports.clock }, id),
    isAdding,
    onChange: () => signals.changed.send(['library', 'products', 'questionSets']),
  })
}
