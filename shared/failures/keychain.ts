/** What can go wrong with the system’s keychain. */
export type KeychainFailure = never
