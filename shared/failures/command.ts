/** What can be typed wrongly. */
export type CommandFailure = never
