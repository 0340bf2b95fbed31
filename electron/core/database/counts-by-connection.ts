import type { DatabaseSync } from 'node:sqlite'

/**
 * Several workspaces over one library: jobs are counted by connection (`''`: none yet), so that each shows its own, and a connection that
 * was removed keeps its row, which its jobs, sources, answers and ledger still refer to. Needs the library index (version 2) only.
 */
export const countByConnection = (database: DatabaseSync): void => {
  database.exec(`
    ALTER TABLE connections ADD COLUMN forgotten_at INTEGER;
    DROP TRIGGER count_added_job;
    DROP TRIGGER count_changed_job;
    DROP TABLE job_counts;
    CREATE TABLE job_counts (
      connection_id TEXT NOT NULL, state TEXT NOT NULL, operation TEXT NOT NULL, jobs INTEGER NOT NULL,
      PRIMARY KEY (connection_id, state, operation)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO job_counts (connection_id, state, operation, jobs)
    SELECT ifnull(connection_id, ''), state, operation, count(*) FROM jobs GROUP BY 1, 2, 3;
    DROP INDEX jobs_by_change;
    CREATE INDEX jobs_by_change ON jobs (state, updated_at, seq, operation, connection_id);

    CREATE TRIGGER count_added_job AFTER INSERT ON jobs BEGIN
      INSERT INTO job_counts (connection_id, state, operation, jobs) VALUES (ifnull(NEW.connection_id, ''), NEW.state, NEW.operation, 1)
      ON CONFLICT (connection_id, state, operation) DO UPDATE SET jobs = jobs + 1;
    END;
    CREATE TRIGGER count_changed_job AFTER UPDATE OF state, connection_id ON jobs
    WHEN OLD.state <> NEW.state OR OLD.connection_id IS NOT NEW.connection_id BEGIN
      UPDATE job_counts SET jobs = jobs - 1
      WHERE connection_id = ifnull(OLD.connection_id, '') AND state = OLD.state AND operation = OLD.operation;
      INSERT INTO job_counts (connection_id, state, operation, jobs) VALUES (ifnull(NEW.connection_id, ''), NEW.state, NEW.operation, 1)
      ON CONFLICT (connection_id, state, operation) DO UPDATE SET jobs = jobs + 1;
    END;
  `)
}
