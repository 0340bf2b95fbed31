import { AppError } from '../../../shared/errors.ts'
import { isLoopbackRedirect, type LoopbackReceiver, openLoopbackReceiver } from './loopback-receiver.ts'

type Options = {
  readonly redirectUris: readonly string[]
  readonly judge: (query: URLSearchParams) => 'accepted' | 'failed' | 'refused'
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

/** `receiver` is null where the address comes by `completeSignIn`: handed over by the system (custom scheme) or pasted. */
export type OpenRedirect = { readonly redirectUri: string; readonly receiver: LoopbackReceiver | null }

/**
 * The redirect URI of this sign-in: the first loopback port that is free, else the custom scheme, else an https page whose address
 * is pasted. Loopback ports that are taken can't be pasted from either: the code would go to whatever listens there.
 * Throws AppError `redirect-ports-busy`.
 */
export const openRedirect = async ({ redirectUris, judge, log }: Options): Promise<OpenRedirect> => {
  const loopback = redirectUris.filter(isLoopbackRedirect)
  for (const redirectUri of loopback) {
    const receiver = await openLoopbackReceiver({ redirectUri, judge, log })
    if (receiver !== null) return { redirectUri, receiver }
  }
  const others = redirectUris.filter((uri) => !loopback.includes(uri) && new URL(uri).protocol !== 'http:')
  const redirectUri = others.find((uri) => new URL(uri).protocol !== 'https:') ?? others[0]
  if (redirectUri !== undefined) return { redirectUri, receiver: null }
  throw new AppError(
    'redirect-ports-busy',
    `Another program uses the port of ${redirectUris.join(' and ')}, so the sign-in can’t come back. Everything queued is kept.`,
  )
}
