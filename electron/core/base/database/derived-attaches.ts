/** An attach as its pictures show it. One that waits for other pictures' uploads says nothing about this one. */
const attachState = (job: 'OLD' | 'NEW' | 'jobs'): string =>
  `CASE ${job}.state WHEN 'waiting' THEN 'open' WHEN 'running' THEN 'open' WHEN 'parked'
     THEN iif(${job}.status ->> '$.reason.code' = 'depends-on-failed', 'open', 'parked') ELSE 'over' END`

/** The same of a job's row; pictures/library/show-attaches.ts and refill-derived.ts bring pictures up to it. */
export const attachStateOfJobs = attachState('jobs')

/** Pictures of an attach that change with it, in its own transaction. Those of a longer one follow in pieces (pictures/library/show-attaches.ts). */
const mostWithJob = 500
const isLong = `(SELECT count(*) FROM (SELECT 1 FROM attach_pictures WHERE job_id = NEW.id LIMIT ${mostWithJob + 1})) > ${mostWithJob}`
const showWithJob = `
    INSERT INTO attach_showing
    SELECT NEW.id, ${attachState('NEW')},
      0, (SELECT max(position) FROM attach_pictures WHERE job_id = NEW.id)
    WHERE NOT ${isLong};
    INSERT INTO attaches_to_show SELECT NEW.id
    WHERE ${isLong}
      AND NOT EXISTS (SELECT 1 FROM attaches_to_show WHERE job_id = NEW.id);`

/**
 * How pictures follow their attaches. `attaches_to_show`: long attaches whose pictures don't show their
 * state yet.
 */
export const attachTables = `
  CREATE TABLE attaches_to_show (job_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`

export const attachTriggers = `
  CREATE VIEW late_attaches AS
  SELECT job_id, ifnull((SELECT ${attachState('jobs')} FROM jobs WHERE id = job_id), 'over') AS state,
    ifnull((SELECT max(position) FROM attach_pictures WHERE attach_pictures.job_id = late.job_id), -1) AS last FROM attaches_to_show AS late;
  -- The pictures of an attach from one place to another show its state, in one pass. One without a row has nothing else to say.
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
  CREATE TRIGGER show_added_attach AFTER INSERT ON jobs WHEN NEW.operation = 'attach-sources' BEGIN${showWithJob}
  END;
  CREATE TRIGGER show_changed_attach AFTER UPDATE OF state, status ON jobs
  WHEN NEW.operation = 'attach-sources' AND ${attachState('OLD')} <> ${attachState('NEW')} BEGIN${showWithJob}
  END;
  CREATE TRIGGER show_left_out AFTER DELETE ON attach_pictures BEGIN
    INSERT INTO picture_refresh SELECT OLD.image_id, connection_id FROM jobs WHERE id = OLD.job_id;
  END;
`
