import { AppError } from '../../../../shared/base/errors.ts'
import type { Outcome } from '../../service/calls/outcome.ts'
import type { Call } from '../../service/calls/service-call.ts'
import type { CredentialSource, ServiceClient } from '../../service/calls/service-client.ts'

/** A credential source of one API key; it can't be refreshed. */
export const apiKeySource = (readKey: () => string | null): CredentialSource => ({
  credential: async () => {
    const key = readKey()
    if (key === null) throw new AppError('unauthorized', { kind: 'no-key-beside' }, { kept: 'queue' })
    return { headers: { 'X-API-Key': key }, token: 'api-key' }
  },
  replaceRejected: async () => {
    throw new AppError('unauthorized', { kind: 'neither-accepted' }, { kept: 'queue', status: 401 })
  },
})

const isRefused = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === 'failed' && !outcome.uncertain && (outcome.error.code === 'unauthorized' || outcome.error.status === 403)

type Ports = {
  readonly bearer: ServiceClient
  readonly withKey: ServiceClient
  readonly hasKey: () => boolean
  /** Requests known to require the key. It outlives the client, because each rediscovery by a 401 costs a refresh. */
  readonly wantKey: Set<string>
}

/** Groups of calls allowed or refused together: calls to the same path, under the name of one of them. */
const sameAs: Readonly<Partial<Record<keyof ServiceClient, keyof ServiceClient>>> = {
  createFieldSource: 'createFileSource',
  listTemplates: 'listVoices',
  listKnowledge: 'listVoices',
  readProduct: 'updateProduct',
}

type AnyCall = (input: unknown, options?: unknown) => Promise<Outcome<unknown>>

/**
 * Uses the sign-in, and an additional API key for requests that refuse the sign-in (service interface: "the image endpoints need an
 * API key"). They are detected by a 403, or a 401 after a refresh; the same request is then repeated with the key.
 */
export const createClientBeside = ({ bearer, withKey, hasKey, wantKey }: Ports): ServiceClient => {
  const callsOf = (client: ServiceClient) => client as unknown as Readonly<Record<string, AnyCall>>
  const call = async (name: keyof ServiceClient, input: unknown, options: unknown): Promise<Outcome<unknown>> => {
    const ask = (client: ServiceClient) => (callsOf(client)[name] as AnyCall)(input, options)
    const key = name === 'send' ? `send ${(input as Call<unknown>).subject}` : (sameAs[name] ?? name)
    if (!wantKey.has(key) || !hasKey()) {
      const outcome = await ask(bearer)
      if (!isRefused(outcome) || !hasKey()) return outcome
    }
    const outcome = await ask(withKey)
    if (isRefused(outcome)) wantKey.delete(key)
    else wantKey.add(key)
    return outcome
  }
  const names = Object.keys(bearer) as (keyof ServiceClient)[]
  return Object.fromEntries(
    names.map((name) => [name, (input: unknown, options: unknown) => call(name, input, options)]),
  ) as unknown as ServiceClient
}
