import { createExports } from '../exports/create-exports.ts'
import type { SentFiles } from '../library/sent-files.ts'
import type { ShownConversion } from '../library/shown-conversion.ts'
import { createFindAboutEarlier } from '../views/about-earlier.ts'
import { createSheetReader } from '../views/sheet/read-sheet.ts'
import type { CoreLibrary } from './open-library.ts'
import type { CorePorts } from './ports.ts'

type Ports = {
  readonly ports: CorePorts
  readonly library: CoreLibrary
  readonly sentFiles: SentFiles
  readonly shownConversion: ShownConversion
}

/** Tables and copies of pictures for other programs. */
export const openExports = ({ ports, library, sentFiles, shownConversion }: Ports) => {
  const { journal, images, catalogue, cellChanges, connections, questionSets } = library
  const connectionId = (): string | null => connections.active()?.id ?? null
  return createExports({
    journal,
    files: ports.files,
    ids: ports.ids,
    dataFolder: ports.dataFolder,
    sentFiles,
    shownConversion,
    images,
    catalogue,
    connectionId,
    reader: createSheetReader({
      ...{ journal, cellChanges, connectionId },
      findQuestions: (id) => questionSets.get(id)?.questions,
      findAboutEarlier: createFindAboutEarlier(library),
      readIds: library.keptLists.read,
    }),
    listSets: questionSets.list,
    readList: ports.readList,
    chooseTarget: ports.chooseTarget,
  })
}
