/** What the service refuses, or answers oddly. */
export type ServiceFailure = never
