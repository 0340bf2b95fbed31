import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { readAboutEarlier } from '../../../../../electron/core/answers/sheet/lists/about-earlier-cells.ts'
import { readColumns } from '../../../../../electron/core/answers/sheet/lists/sheet-columns.ts'
import { fillCells } from '../../../../../electron/core/base/database/derived-cells.ts'
import { createJournal, type Row } from '../../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../../electron/core/base/platform/platform.ts'
import { createFindAboutEarlier } from '../../../../../electron/core/pictures/library/lists/about-earlier.ts'
import { createImageStore } from '../../../../../electron/core/pictures/library/picture-store.ts'
import { nameFile, nameSentFile } from '../../../../../electron/core/pictures/library/same-file.ts'
import { createSourceStore } from '../../../../../electron/core/pictures/library/source-store.ts'
import { createConnection } from '../../../../../electron/core/workspaces/connections/create-connection.ts'
import { sendingFor } from '../../../../../shared/service/sending.ts'
import { createRandom } from '../../../../fixtures/random.ts'
import { seed } from '../../../../support/seed.ts'

const questions = ['Color?', 'White?']
const converted = ['1-q90', '1-q40', '1-q90-m']

it('finds exactly the answers about an earlier file, whatever was sent, uploaded and replaced', async () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  const { connection } = createConnection({ kind: 'api-key', baseUrl: 'https://example.com', apiKey: 'x' })
  const [images, sources] = [createImageStore(journal), createSourceStore(journal)]
  const find = createFindAboutEarlier({ journal, images, sources, connections: { get: () => connection } })
  const random = createRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const shaOf = (seq: number, version: number): string => `${seq}-${version}`
  const addPicture = (seq: number): void => {
    const [format, version] = [pick(['png', 'jpeg', 'webp']), pick([0, 1, 1, 2, 3])]
    journal.run(
      `INSERT INTO images (seq, id, name, origin, added_at, format, bytes, width, height, version) VALUES (?, ?, 'a', '{}', 1, ?, 1, 1, 1, ?)`,
      seq,
      `img_${seq}`,
      format,
      version,
    )
    for (const of of [1, 2, 3])
      journal.run(
        `INSERT INTO originals (picture, version, sha256, format, bytes, width, height, orientation, has_alpha, has_gps, staged, added_at)
         VALUES (?, ?, ?, ?, 1, 1, 1, 1, 0, 0, 'a', 1)`,
        seq,
        of,
        shaOf(seq, of),
        format,
      )
    for (let at = 0; at < pick([0, 1, 1, 3]); at++)
      journal.run(
        'INSERT INTO sources (connection_id, source_id, image_id, version, settings, uploaded_at, gone) VALUES (?, ?, ?, ?, ?, ?, ?)',
        connection.id,
        `src_${seq}_${at}`,
        `img_${seq}`,
        pick([1, 2, version]),
        pick(['', '', ...converted]),
        at,
        pick([0, 0, 0, 1]),
      )
    for (const question of questions)
      if (random() < 0.7)
        journal.run(
          `INSERT INTO answers (connection_id, image_id, question, kind, text, answered_at, job_id, sent_original, sent_settings)
           VALUES (?, ?, ?, 'answer', 'Red', 1, ?, ?, ?)`,
          pick([connection.id, connection.id, connection.id, 'another']),
          `img_${seq}`,
          question,
          `job_${seq}_${question}`,
          pick([null, shaOf(seq, version), shaOf(seq, version), shaOf(seq, 1)]),
          pick(['', '', ...converted]),
        )
  }
  const pictures = Array.from({ length: 3_000 }, (_, at) => at + 1)
  journal.write(() => pictures.forEach(addPicture))
  database.exec(fillCells)
  await journal.durable()
  /** Each answer looked at by itself: its file is neither the newest one, nor the one that the workspace would get now. */
  const isAboutEarlier = (row: Row): boolean => {
    const image = images.get(String(row.image_id))
    if (!image || row.sent_original === null || row.connection_id !== connection.id) return false
    const counting = sources
      .madeOfEach(connection.id, [image.id])
      .get(image.id)
      ?.find((one) => one.version === image.version)
    const sent = nameSentFile(image, String(row.sent_settings), 'pixels')
    const isOfNow = sent === nameFile(image, sendingFor(connection, image), 'pixels')
    const isNewest = counting !== undefined && sent === nameSentFile(image, counting.settings, 'pixels')
    return row.sent_original !== image.sha256 || !(isOfNow || isNewest)
  }
  const earlier = journal.all('SELECT * FROM answers').filter(isAboutEarlier)
  const whole = new Set(earlier.map((row) => String(row.job_id)))
  const all = pictures.map((seq) => `img_${seq}`)
  expect([...find(connection.id, all)].toSorted()).toEqual([...whole].toSorted())
  const seqsOf = (asked: readonly string[]): number[] =>
    journal
      .all('SELECT DISTINCT images.seq, job_id, question FROM answers JOIN images ON images.id = image_id ORDER BY images.seq')
      .filter((row) => whole.has(String(row.job_id)) && asked.includes(String(row.question)))
      .map((row) => Number(row.seq))
  const read = (asked: readonly string[]): number[] => {
    const columns = readColumns(
      journal,
      connection.id,
      asked.map((question) => ({ question, column: question, checks: [] })),
    )
    return readAboutEarlier(journal, connection.id, columns, find).sort((one, other) => one - other)
  }
  expect(seqsOf(questions).length).toBeGreaterThan(500)
  for (const asked of [questions, ['Color?'], ['White?']]) expect(read(asked)).toEqual([...new Set(seqsOf(asked))])
  journal.close()
})

it('finds none where no workspace is connected', () => {
  const journal = createJournal(new DatabaseSync(':memory:'), systemPlatform)
  expect(readAboutEarlier(journal, null, [{ question: 'Color?', checks: [], id: 1, changes: 1 }], () => new Set())).toEqual([])
  journal.close()
})
