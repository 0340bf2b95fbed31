/** What can go wrong on the way to a server: addresses, proxies, certificates, answers that are not the service’s. */
export type NetworkFailure = never
