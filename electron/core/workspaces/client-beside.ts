import { AppError } from '../../../shared/errors.ts'
import type { OperationName } from '../../../shared/operations.ts'
import type { Outcome } from '../service/outcome.ts'
import type { CredentialSource, ServiceClient } from '../service/service-client.ts'

/** A credential source of one API key; it can't be refreshed. */
export const apiKeySource = (readKey: () => string | null): CredentialSource => ({
  credential: async () => {
    const key = readKey()
    if (key === null) throw new AppError('unauthorized', 'There is no API key beside the sign-in. Everything queued is kept.')
    return { headers: { 'X-API-Key': key }, token: 'api-key' }
  },
  replaceRejected: async () => {
    throw new AppError('unauthorized', 'The workspace accepts neither the sign-in nor the API key for this. Everything queued is kept.', {
      status: 401,
      action: 'Add a valid API key in Settings.',
    })
  },
})

const isRefused = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === 'failed' && !outcome.uncertain && (outcome.error.code === 'unauthorized' || outcome.error.status === 403)

type Ports = {
  readonly bearer: ServiceClient
  readonly withKey: ServiceClient
  readonly hasKey: () => boolean
  /** Operations that were found to want the key. It outlives the client: each 401 found anew costs a refresh. */
  readonly wantKey: Set<OperationName | 'read-content'>
}

/**
 * Uses the sign-in, and beside it an API key for the operations that refuse the sign-in (service interface: "the image endpoints need an
 * API key"). Which those are is found out: by a 403, or a 401 that survived a refresh, after which the same request goes out with the key.
 */
export const createClientBeside = ({ bearer, withKey, hasKey, wantKey }: Ports): ServiceClient => {
  const call = async <T>(
    operation: OperationName | 'read-content',
    ask: (client: ServiceClient) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> => {
    if (!wantKey.has(operation) || !hasKey()) {
      const outcome = await ask(bearer)
      if (!isRefused(outcome) || !hasKey()) return outcome
    }
    const outcome = await ask(withKey)
    if (isRefused(outcome)) wantKey.delete(operation)
    else wantKey.add(operation)
    return outcome
  }

  return {
    analyse: (input, options) => call('analyse-image', (client) => client.analyse(input, options)),
    createFileSource: (file, options) => call('upload-source', (client) => client.createFileSource(file, options)),
    createFieldSource: (input, options) => call('upload-source', (client) => client.createFieldSource(input, options)),
    createProduct: (input, options) => call('create-product', (client) => client.createProduct(input, options)),
    listVoices: (page, options) => call('read-content', (client) => client.listVoices(page, options)),
    listTemplates: (options) => call('read-content', (client) => client.listTemplates(options)),
    listKnowledge: (query, options) => call('read-content', (client) => client.listKnowledge(query, options)),
    runCommand: (body, options) => call('write-text', (client) => client.runCommand(body, options)),
    readProduct: (input, options) => call('attach-sources', (client) => client.readProduct(input, options)),
    updateProduct: (input, options) => call('attach-sources', (client) => client.updateProduct(input, options)),
  }
}
