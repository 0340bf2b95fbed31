import type { OperationName } from '../../../../shared/queue/operations.ts'
import type { Journal } from './journal.ts'

/** What follows from jobs: their counts, and what is shown of pictures with work (`picture_work`). derived-schema.ts has the tables. */

/** SQL: 1 where this picture is not checked, so that a new job waits for that (`jobs.unchecked`). */
export const isUnchecked = (imageId: string): string => `EXISTS (SELECT 1 FROM images WHERE images.id = ${imageId} AND checked = 0)`

type Added = {
  readonly connectionId: string | null
  readonly operation: OperationName
  readonly action: number
  /** Of each job the picture that it is about; `null`: it is about none. */
  readonly imageIds: readonly (string | null)[]
}

/**
 * Counts new jobs, all of which wait, and shows them at their pictures. Whoever adds jobs calls it, in the same transaction: for 100,000 of them, triggers would
 * take a second. A picture without a row had nothing to count.
 */
export const showAddedJobs = ({ run }: Pick<Journal, 'run'>, { connectionId, operation, action, imageIds }: Added): void => {
  const [owner, jobs] = [connectionId ?? '', imageIds.length]
  run(
    `INSERT INTO job_counts (connection_id, state, operation, jobs) VALUES (:owner, 'waiting', :operation, :jobs)
     ON CONFLICT (connection_id, state, operation) DO UPDATE SET jobs = jobs + excluded.jobs`,
    { owner, operation, jobs },
  )
  run(
    `INSERT INTO action_work (connection_id, action, waiting, running, done, parked, cancelled) VALUES (:owner, :action, :jobs, 0, 0, 0, 0)
     ON CONFLICT (connection_id, action) DO UPDATE SET waiting = waiting + excluded.waiting`,
    { owner, action, jobs },
  )
  const about = imageIds.filter((id) => id !== null)
  if (about.length > 0)
    run(
      `INSERT INTO picture_work (connection_id, seq, parked, uploading, pending, questions, answers, uploaded, attached)
       SELECT :owner, seq, 0, 0, count(*), count(*) * :asks, 0, 0, 0 FROM json_each(:about) AS one CROSS JOIN images ON images.id = one.value GROUP BY seq
       ON CONFLICT (connection_id, seq) DO UPDATE SET pending = pending + excluded.pending, questions = questions + excluded.questions`,
      { owner, about: JSON.stringify(about), asks: operation === 'analyse-image' ? 1 : 0 },
    )
}

const states = ['waiting', 'running', 'done', 'parked', 'cancelled'] as const

/** 1 for the job's state and 0 for the others, in their order. */
const isIn = (job: 'NEW'): string => states.map((state) => `${job}.state = '${state}'`).join(', ')

const countNew = `
    INSERT INTO job_counts (connection_id, state, operation, jobs) VALUES (ifnull(NEW.connection_id, ''), NEW.state, NEW.operation, 1)
    ON CONFLICT (connection_id, state, operation) DO UPDATE SET jobs = jobs + 1;
    INSERT INTO action_work (connection_id, action, waiting, running, done, parked, cancelled)
    VALUES (ifnull(NEW.connection_id, ''), NEW.action, ${isIn('NEW')})
    ON CONFLICT (connection_id, action) DO UPDATE SET ${states.map((state) => `${state} = ${state} + excluded.${state}`).join(', ')};`

/** An upload or a question about a picture: its subject is, or begins with, the picture's id. */
const isAboutPicture = `NEW.operation IN ('upload-source', 'analyse-image')`
const pictureOf = `NEW.work ->> '$.imageId'`

export const jobTriggers = `
  CREATE TRIGGER changed_job AFTER UPDATE OF state, connection_id, action ON jobs
  WHEN OLD.state <> NEW.state OR OLD.connection_id IS NOT NEW.connection_id OR OLD.action <> NEW.action BEGIN
    UPDATE job_counts SET jobs = jobs - 1
    WHERE connection_id = ifnull(OLD.connection_id, '') AND state = OLD.state AND operation = OLD.operation;
    UPDATE action_work SET ${states.map((state) => `${state} = ${state} - (OLD.state = '${state}')`).join(', ')}
    WHERE connection_id = ifnull(OLD.connection_id, '') AND action = OLD.action;${countNew}
  END;

  -- It changes its picture's row by what changed: making the row again costs five times as much, for each attempt twice. A question that starts
  -- changes nothing in it.
  CREATE TRIGGER changed_picture_job AFTER UPDATE OF state ON jobs
  WHEN OLD.state <> NEW.state AND ${isAboutPicture}
    AND NOT (NEW.operation = 'analyse-image' AND OLD.state IN ('waiting', 'running') AND NEW.state IN ('waiting', 'running')) BEGIN
    UPDATE picture_work SET
      parked = parked + (NEW.state = 'parked') - (OLD.state = 'parked'),
      uploading = uploading + (NEW.operation = 'upload-source') * ((NEW.state = 'running') - (OLD.state = 'running')),
      pending = pending + (NEW.state IN ('waiting', 'running')) - (OLD.state IN ('waiting', 'running')),
      questions = questions + (NEW.operation = 'analyse-image') * ((NEW.state <> 'cancelled') - (OLD.state <> 'cancelled')),
      answers = answers + (NEW.operation = 'analyse-image') * ((NEW.state = 'done') - (OLD.state = 'done'))
    WHERE connection_id = ifnull(NEW.connection_id, '') AND seq = (SELECT seq FROM images WHERE id = ${pictureOf});
    INSERT INTO picture_refresh SELECT ${pictureOf}, NEW.connection_id WHERE changes() = 0;
  END;
`
