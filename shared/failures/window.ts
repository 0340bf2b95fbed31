/** What can go wrong between the window and Packshot, and calls that can’t be answered. */
export type WindowFailure = never
