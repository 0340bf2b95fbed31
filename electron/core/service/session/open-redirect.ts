import { AppError } from '../../../../shared/base/errors.ts'
import type { Failure } from '../../../../shared/base/failures.ts'
import { isLoopbackRedirect, type LoopbackReceiver, openLoopbackReceiver } from './loopback-receiver.ts'

type Options = {
  readonly redirectUris: readonly string[]
  /** No address can be passed in here. Skip redirect URIs that require it. */
  readonly onlyLoopback: boolean
  readonly judge: (query: URLSearchParams) => 'accepted' | 'failed' | 'refused'
  readonly log: (event: Readonly<Record<string, unknown>>) => void
  readonly openReceiver?: typeof openLoopbackReceiver
}

/** `receiver` is null if the address comes by `completeSignIn`: from the system (custom scheme) or pasted. */
export type OpenRedirect = { readonly redirectUri: string; readonly receiver: LoopbackReceiver | null }

/**
 * The redirect URI of this sign-in: the first loopback port that is free, else the custom scheme, else an https page whose address
 * is pasted. Occupied loopback ports can't be used for pasting either: the code would go to the program that listens there.
 * Throws AppError `redirect-ports-busy`.
 */
export const openRedirect = async ({
  redirectUris,
  onlyLoopback,
  judge,
  log,
  openReceiver = openLoopbackReceiver,
}: Options): Promise<OpenRedirect> => {
  const loopback = redirectUris.filter(isLoopbackRedirect)
  const reserved: string[] = []
  for (const redirectUri of loopback) {
    const receiver = await openReceiver({ redirectUri, judge, log })
    if (typeof receiver !== 'string') return { redirectUri, receiver }
    if (receiver === 'reserved') reserved.push(redirectUri)
  }
  const others = redirectUris.filter((uri) => !loopback.includes(uri) && new URL(uri).protocol !== 'http:')
  const redirectUri = others.find((uri) => new URL(uri).protocol !== 'https:') ?? others[0]
  if (redirectUri !== undefined && !onlyLoopback) return { redirectUri, receiver: null }
  throw new AppError('redirect-ports-busy', whyNone(redirectUris, loopback, reserved), { kept: 'queue' })
}

const whyNone = (all: readonly string[], loopback: readonly string[], reserved: readonly string[]): Failure => {
  if (loopback.length === 0) return { kind: 'redirects-elsewhere', redirectUris: all }
  if (reserved.length > 0) return { kind: 'redirect-ports-reserved', redirectUris: reserved }
  return { kind: 'redirect-ports-used', redirectUris: loopback }
}
