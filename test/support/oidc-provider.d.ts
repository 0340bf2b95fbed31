/** The part of oidc-provider that a test uses; the package brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  type Interaction = {
    readonly prompt: { readonly name: string }
    readonly params: Readonly<Record<string, string>>
    readonly grantId?: string
  }
  type Grant = { accountId: string; addOIDCScope: (scope: string) => void; save: () => Promise<string>; destroy: () => Promise<void> }
  type Token = { readonly accountId: string; readonly scope: string; readonly grantId: string }

  export class Provider {
    constructor(issuer: string, configuration: object)
    readonly Grant: (new (facts: { accountId: string; clientId: string }) => Grant) & { find: (id: string) => Promise<Grant | undefined> }
    readonly AccessToken: { find: (token: string) => Promise<Token | undefined>; revokeByGrantId: (id: string) => Promise<void> }
    readonly RefreshToken: {
      find: (token: string) => Promise<(Token & { readonly consumed?: unknown }) | undefined>
      revokeByGrantId: (id: string) => Promise<void>
    }
    callback(): RequestListener
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
