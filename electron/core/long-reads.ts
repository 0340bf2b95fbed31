import { createAnswerPieces } from './answers/questions/lists/read-answers.ts'
import type { Journal } from './base/database/journal.ts'
import { createTablePieces } from './exchange/exports/table-pieces.ts'
import { createTableSource } from './exchange/exports/table-source.ts'
import { createRecordPieces } from './exchange/handover/read-records.ts'
import { createFindAboutEarlier } from './pictures/library/lists/about-earlier.ts'
import { createImageStore } from './pictures/library/picture-store.ts'
import { createSourceStore } from './pictures/library/source-store.ts'
import { createConnectionReader } from './workspaces/connections/connection-store.ts'

/** All long reads (base/database/long-reader.ts), by name. They know one state of the library and what they are given. */
export const makeLongReads = (journal: Journal) => {
  const images = createImageStore(journal)
  const connections = createConnectionReader(journal)
  const findAboutEarlier = createFindAboutEarlier({ journal, images, sources: createSourceStore(journal), connections })
  return {
    'exports.table': createTablePieces(createTableSource(journal, findAboutEarlier)),
    'handover.records': createRecordPieces(journal),
    'questions.answers': createAnswerPieces(journal, findAboutEarlier),
  }
}
