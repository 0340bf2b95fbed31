/** What can go wrong with the data folder, the library file and the disk. */
export type LibraryFailure = never
