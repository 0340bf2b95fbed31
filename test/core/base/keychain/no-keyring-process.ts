import { openSecretStore } from '../../../../electron/core/base/keychain/open-secret-store.ts'

/** Runs where there is no keyring (see keyring-troubles.test.ts) and writes its findings as one line of JSON. */
const { store, reason } = await openSecretStore({ loadKeytar: () => import('keytar'), service: 'Packshot trouble test' })
await store.set('n', 'kept')
process.stdout.write(`${JSON.stringify({ storage: store.storage, reason: reason ?? null, readBack: await store.get('n') })}\n`)
