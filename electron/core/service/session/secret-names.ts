/** The names under which a connection's secrets are in the secret store; the keychain's entries also name the data folder (base/keychain/folder-entries.ts). */
export const clientSecretName = (connectionId: string): string => `${connectionId}/client-secret`
export const tokensName = (connectionId: string): string => `${connectionId}/tokens`
export const apiKeyName = (connectionId: string): string => `${connectionId}/api-key`
export const bucketKeysName = (connectionId: string): string => `${connectionId}/bucket-keys`
