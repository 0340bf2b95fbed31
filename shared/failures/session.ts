/** What can go wrong with signing in, staying signed in and disconnecting. */
export type SessionFailure = never
