/** The pictures of a long attach follow it in pieces. */
export const to27 = `
  ALTER TABLE attach_pictures ADD COLUMN shown TEXT NOT NULL DEFAULT 'over';
  UPDATE attach_pictures SET shown = ifnull((SELECT CASE jobs.state WHEN 'waiting' THEN 'open' WHEN 'running' THEN 'open' WHEN 'parked'
     THEN iif(jobs.status ->> '$.reason.code' = 'depends-on-failed', 'open', 'parked') ELSE 'over' END FROM jobs WHERE id = job_id), 'over');
  DROP TRIGGER refresh_picture;
  DROP TRIGGER show_added_attach;
  DROP TRIGGER show_changed_attach;
  CREATE TRIGGER refresh_picture INSTEAD OF INSERT ON picture_refresh BEGIN
    INSERT INTO picture_work (connection_id, seq, parked, uploading, pending, questions, answers, uploaded, attached)
    SELECT ifnull(NEW.connection_id, ''), images.seq,
      ifnull(sum(work.state = 'parked'), 0),
      ifnull(sum(work.operation = 'upload-source' AND work.state = 'running'), 0),
      ifnull(sum(work.state IN ('waiting', 'running')), 0),
      ifnull(sum(work.operation = 'analyse-image' AND work.state <> 'cancelled'), 0),
      ifnull(sum(work.operation = 'analyse-image' AND work.state = 'done'), 0),
      EXISTS (
        SELECT 1 FROM sources
        WHERE connection_id = NEW.connection_id AND image_id = NEW.image_id AND sources.version = images.version AND gone = 0
      ),
      EXISTS (
        SELECT 1 FROM sources
        JOIN attached_sources ON attached_sources.source_id = sources.source_id
        JOIN products ON products.ref = attached_sources.product_ref AND products.connection_id = sources.connection_id
        WHERE sources.connection_id = NEW.connection_id AND sources.image_id = NEW.image_id AND gone = 0
      )
    FROM images LEFT JOIN (
      SELECT operation, state FROM jobs
      WHERE operation = 'upload-source' AND subject = NEW.image_id AND connection_id IS NEW.connection_id
      UNION ALL
      SELECT operation, state FROM jobs
      WHERE operation = 'analyse-image' AND subject > NEW.image_id || char(10) AND subject < NEW.image_id || char(11)
        AND connection_id IS NEW.connection_id
      UNION ALL
      SELECT operation, CASE shown WHEN 'open' THEN 'waiting' WHEN 'parked' THEN 'parked' ELSE 'done' END
      FROM attach_pictures JOIN jobs ON jobs.id = attach_pictures.job_id
      WHERE attach_pictures.image_id = NEW.image_id AND connection_id IS NEW.connection_id
    ) AS work
    WHERE images.id = NEW.image_id
    GROUP BY images.seq
    ON CONFLICT (connection_id, seq) DO UPDATE SET
      parked = excluded.parked, uploading = excluded.uploading, pending = excluded.pending, questions = excluded.questions,
      answers = excluded.answers, uploaded = excluded.uploaded, attached = excluded.attached;
  END;
  CREATE TABLE attaches_to_show (job_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE VIEW late_attaches AS
  SELECT job_id, ifnull((SELECT CASE jobs.state WHEN 'waiting' THEN 'open' WHEN 'running' THEN 'open' WHEN 'parked'
     THEN iif(jobs.status ->> '$.reason.code' = 'depends-on-failed', 'open', 'parked') ELSE 'over' END FROM jobs WHERE id = job_id), 'over') AS state,
    ifnull((SELECT max(position) FROM attach_pictures WHERE attach_pictures.job_id = late.job_id), -1) AS last FROM attaches_to_show AS late;
  CREATE VIEW attach_showing AS SELECT '' AS job_id, '' AS state, 0 AS first, 0 AS last;
  CREATE TRIGGER show_attach INSTEAD OF INSERT ON attach_showing BEGIN
    INSERT INTO picture_work (connection_id, seq, parked, uploading, pending, questions, answers, uploaded, attached)
    SELECT ifnull(jobs.connection_id, ''), images.seq,
      (NEW.state = 'parked') - (shown = 'parked'), 0, (NEW.state = 'open') - (shown = 'open'), 0, 0, 0, 0
    FROM jobs CROSS JOIN attach_pictures ON job_id = NEW.job_id CROSS JOIN images ON images.id = image_id
    WHERE jobs.id = NEW.job_id AND position BETWEEN NEW.first AND NEW.last AND shown <> NEW.state
    ON CONFLICT (connection_id, seq) DO UPDATE SET parked = parked + excluded.parked, pending = pending + excluded.pending;
    UPDATE attach_pictures SET shown = NEW.state
    WHERE job_id = NEW.job_id AND position BETWEEN NEW.first AND NEW.last AND shown <> NEW.state;
  END;
  CREATE TRIGGER show_added_attach AFTER INSERT ON jobs WHEN NEW.operation = 'attach-sources' BEGIN
    INSERT INTO attach_showing
    SELECT NEW.id, CASE NEW.state WHEN 'waiting' THEN 'open' WHEN 'running' THEN 'open' WHEN 'parked'
     THEN iif(NEW.status ->> '$.reason.code' = 'depends-on-failed', 'open', 'parked') ELSE 'over' END,
      0, (SELECT max(position) FROM attach_pictures WHERE job_id = NEW.id)
    WHERE NOT (SELECT count(*) FROM (SELECT 1 FROM attach_pictures WHERE job_id = NEW.id LIMIT 501)) > 500;
    INSERT INTO attaches_to_show SELECT NEW.id
    WHERE (SELECT count(*) FROM (SELECT 1 FROM attach_pictures WHERE job_id = NEW.id LIMIT 501)) > 500
      AND NOT EXISTS (SELECT 1 FROM attaches_to_show WHERE job_id = NEW.id);
  END;
  CREATE TRIGGER show_changed_attach AFTER UPDATE OF state, status ON jobs
  WHEN NEW.operation = 'attach-sources' AND CASE OLD.state WHEN 'waiting' THEN 'open' WHEN 'running' THEN 'open' WHEN 'parked'
     THEN iif(OLD.status ->> '$.reason.code' = 'depends-on-failed', 'open', 'parked') ELSE 'over' END <> CASE NEW.state WHEN 'waiting' THEN 'open' WHEN 'running' THEN 'open' WHEN 'parked'
     THEN iif(NEW.status ->> '$.reason.code' = 'depends-on-failed', 'open', 'parked') ELSE 'over' END BEGIN
    INSERT INTO attach_showing
    SELECT NEW.id, CASE NEW.state WHEN 'waiting' THEN 'open' WHEN 'running' THEN 'open' WHEN 'parked'
     THEN iif(NEW.status ->> '$.reason.code' = 'depends-on-failed', 'open', 'parked') ELSE 'over' END,
      0, (SELECT max(position) FROM attach_pictures WHERE job_id = NEW.id)
    WHERE NOT (SELECT count(*) FROM (SELECT 1 FROM attach_pictures WHERE job_id = NEW.id LIMIT 501)) > 500;
    INSERT INTO attaches_to_show SELECT NEW.id
    WHERE (SELECT count(*) FROM (SELECT 1 FROM attach_pictures WHERE job_id = NEW.id LIMIT 501)) > 500
      AND NOT EXISTS (SELECT 1 FROM attaches_to_show WHERE job_id = NEW.id);
  END;
  `
