/** What can go wrong with questions, brand voices and sources other than files. */
export type AskingFailure = never
