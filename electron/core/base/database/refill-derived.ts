import type { DatabaseSync } from 'node:sqlite'
import { fillCells } from './derived-cells.ts'

/** Rebuilds counts and states from their source rows, after rows were removed. */
export const refillDerived = (database: DatabaseSync): void => {
  database.exec(`
    DELETE FROM job_counts;
    INSERT INTO job_counts (connection_id, state, operation, jobs)
    SELECT ifnull(connection_id, ''), state, operation, count(*) FROM jobs GROUP BY 1, 2, 3;
    DELETE FROM action_work;
    INSERT INTO action_work (connection_id, action, waiting, running, done, parked, cancelled)
    SELECT ifnull(connection_id, ''), action, sum(state = 'waiting'), sum(state = 'running'), sum(state = 'done'), sum(state = 'parked'),
      sum(state = 'cancelled') FROM jobs GROUP BY 1, 2;
    UPDATE picture_count SET pictures = (SELECT count(*) FROM images WHERE removed_at IS NULL);
    UPDATE images SET (format, bytes, width, height) = (
      SELECT format, bytes, width, height FROM originals WHERE picture = seq AND originals.version = images.version
    )
    WHERE version > 0 AND (format, bytes, width, height) IS NOT (
      SELECT format, bytes, width, height FROM originals WHERE picture = seq AND originals.version = images.version
    );
    DELETE FROM changed_files WHERE picture NOT IN (SELECT seq FROM images) OR earlier NOT IN (SELECT seq FROM images);
    DELETE FROM picture_codes WHERE sha256 NOT IN (SELECT sha256 FROM originals);
    DELETE FROM measurements WHERE sha256 NOT IN (SELECT sha256 FROM originals);
    DELETE FROM printed_texts WHERE sha256 NOT IN (SELECT sha256 FROM originals);
    DELETE FROM picture_likeness WHERE sha256 NOT IN (SELECT sha256 FROM originals);
    DELETE FROM same_pictures WHERE one NOT IN (SELECT sha256 FROM originals) OR other NOT IN (SELECT sha256 FROM originals);
    DELETE FROM sent_files WHERE original NOT IN (SELECT sha256 FROM originals);
    ${fillCells}
    DELETE FROM codes_due;
    DELETE FROM measurements_due;
    DELETE FROM likeness_due;
    INSERT INTO due_refresh SELECT seq FROM images;
    DELETE FROM picture_checks;
    DELETE FROM check_results;
    INSERT INTO checks_refresh SELECT seq FROM images;
    UPDATE jobs SET unchecked = 1 - unchecked
    WHERE unchecked <> EXISTS (SELECT 1 FROM images WHERE id = jobs.work ->> '$.imageId' AND checked = 0)
      AND operation IN ('upload-source', 'analyse-image');
    DELETE FROM picture_work;
    INSERT INTO picture_refresh
    SELECT work ->> '$.imageId', connection_id FROM jobs WHERE operation IN ('upload-source', 'analyse-image')
    UNION SELECT image_id, connection_id FROM sources;
  `)
}
