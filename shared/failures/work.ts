/** Why a job is set aside, and what can’t be done with jobs. */
export type WorkFailure = never
