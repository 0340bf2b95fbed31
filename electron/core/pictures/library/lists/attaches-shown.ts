/** Attaches that are not over; `jobs_attaching` is an index over them. */
const isOpenAttach = "jobs.operation = 'attach-sources' AND jobs.state IN ('waiting', 'running', 'parked')"

/** One that waits for other pictures' uploads says nothing about this one. */
const needsPerson = "(jobs.state = 'parked' AND jobs.status ->> '$.reason.code' IS NOT 'depends-on-failed')"

/**
 * SQL for what a picture's attaches in a workspace are: 2: one waits for a person; 1: one is under way; NULL: all are over.
 * @param connection SQL for the workspace's connection, NULL for none
 */
export const attachesOf = (imageId: string, connection: string): string =>
  `(SELECT max(iif(${needsPerson}, 2, 1)) FROM attach_pictures CROSS JOIN jobs ON jobs.id = job_id
    WHERE attach_pictures.image_id = ${imageId} AND jobs.connection_id IS ${connection} AND ${isOpenAttach})`

/** SQL for the pictures (`images.seq`) of all attaches of a workspace that wait for a person, or that are under way. */
export const picturesOfAttaches = (which: 'parked' | 'under way', connection: string): string =>
  `SELECT images.seq FROM jobs INDEXED BY jobs_attaching CROSS JOIN attach_pictures ON job_id = jobs.id CROSS JOIN images ON images.id = image_id
   WHERE jobs.connection_id IS ${connection} AND ${isOpenAttach} AND ${which === 'parked' ? '' : 'NOT '}${needsPerson}`
