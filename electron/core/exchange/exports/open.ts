import { readAsked } from '../../answers/sheet/lists/sheet-columns.ts'
import { createSheetReader } from '../../answers/sheet/sheet-reader.ts'
import type { CoreLibrary } from '../../open-library.ts'
import type { SentFiles } from '../../pictures/library/sent-files.ts'
import type { ShownConversion } from '../../pictures/library/shown-conversion.ts'
import type { CorePorts } from '../../ports.ts'
import { createExports } from './create-exports.ts'

type Ports = {
  readonly ports: CorePorts
  readonly library: CoreLibrary
  readonly sentFiles: SentFiles
  readonly shownConversion: ShownConversion
}

/** Tables and copies of pictures for other programs. */
export const openExports = ({ ports, library, sentFiles, shownConversion }: Ports) => {
  const { journal, images, catalogue, connections, questionSets } = library
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
    longReader: library.longReader,
    readSelection: library.keptSelections.read,
    connectionId,
    reader: createSheetReader(library),
    listAsked: (owner) => readAsked(journal, owner ?? ''),
    listSets: questionSets.list,
    readList: ports.readList,
    chooseTarget: ports.chooseTarget,
  })
}
