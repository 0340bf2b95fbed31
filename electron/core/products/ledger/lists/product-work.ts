import type { ProductRow, ProductWork } from '../../../../../shared/products/products.ts'
import type { Journal } from '../../../base/database/journal.ts'

const nothing: ProductWork = { coming: 0, notUploaded: 0, questions: 0, answers: 0, main: null }

/** Our pictures of a product: those in its lists, and those that open work attaches. `place`: the first one is the main picture. */
const pictures = `SELECT image_id, min(place) AS place, max(is_there) AS is_there FROM (
    SELECT sources.image_id, one.key AS place, 1 AS is_there
    FROM attribute_lists CROSS JOIN json_each(attribute_lists.source_ids) AS one
    CROSS JOIN sources ON sources.connection_id = :connectionId AND sources.source_id = one.value AND sources.gone = 0
    WHERE attribute_lists.product_ref = :ref
    UNION ALL
    SELECT image_id, 1000000000 + jobs.seq * 100000 + position, 0 FROM jobs CROSS JOIN attach_pictures ON job_id = jobs.id
    WHERE operation = 'attach-sources' AND subject > :ref || char(10) AND subject < :ref || char(11)
      AND jobs.state IN ('waiting', 'running', 'parked')
  ) GROUP BY image_id`

const readWork = (journal: Journal, connectionId: string | null, ref: string): ProductWork => {
  // The first column of the row with the lowest place: SQLite takes it from there (its “bare columns” with min()).
  const row = journal.get(
    `SELECT count(*) AS pictures, ifnull(sum(1 - is_there), 0) AS coming, ifnull(sum(1 - ifnull(uploaded, 0)), 0) AS not_uploaded,
       ifnull(sum(questions), 0) AS questions, ifnull(sum(answers), 0) AS answers, min(place) AS place, ifnull(uploaded, 0) AS main
     FROM (${pictures}) AS mine CROSS JOIN images ON images.id = mine.image_id
     LEFT JOIN picture_work AS work ON work.connection_id = ifnull(:connectionId, '') AND work.seq = images.seq`,
    { ref, connectionId },
  )
  if (Number(row?.pictures ?? 0) === 0) return nothing
  return {
    coming: Number(row?.coming),
    notUploaded: Number(row?.not_uploaded),
    questions: Number(row?.questions),
    answers: Number(row?.answers),
    main: row?.main === 1 ? 'uploaded' : 'not-uploaded',
  }
}

/** One page of products with how far their pictures are. */
export const addProductWork = (journal: Journal, rows: readonly ProductRow[]): ProductRow[] =>
  rows.map((row) => ({ ...row, work: readWork(journal, row.connectionId, row.ref) }))
