import { implement } from '@orpc/server'
import { AppError } from '../../shared/base/errors.ts'
import { contract, type ProxyView, type SessionView } from '../../shared/contract.ts'
import { connectionFile } from '../../shared/workspaces/connection-file.ts'
import type { ConnectionOffer, OfferSummary, WorkspaceRow } from '../../shared/workspaces/workspaces.ts'

export const offerScenes = ['offer', 'offer-moved', 'offer-waiting', 'offer-confirm', 'offer-connected', 'offer-unreadable'] as const
export type OfferScene = (typeof offerScenes)[number]

const summary: OfferSummary = {
  name: 'Northwind Studio',
  baseUrl: 'https://api.northwind.example',
  clientId: 'client_7f3a',
  signInOrigin: null,
  departures: [{ field: 'path.knowledge', value: '/v1/knowledge', weakens: false }],
  scopes: ['user'],
  publishing: { kind: 'origin' },
  from: 'file',
  fileName: 'northwind.packshot',
  relation: { kind: 'new' },
  waiting: 12,
  questionSets: [
    {
      name: 'Shop texts',
      runsOnDrop: false,
      relation: 'changed',
      questions: [{ question: 'Describe the picture.', column: 'Alt text' }],
      known: 3,
    },
  ],
  profiles: [],
}

const authorizeUrl = 'https://api.northwind.example/oauth2/authorize?response_type=code&client_id=client_7f3a'

const offerOf = (scene: string): ConnectionOffer | null => {
  const id = 'offer_1'
  switch (scene) {
    case 'offer':
      return { id, stage: 'proposed', summary, problem: null }
    case 'offer-moved':
      return {
        id,
        stage: 'proposed',
        summary: { ...summary, relation: { kind: 'moved', name: 'Northwind', baseUrl: 'https://old.northwind.example' } },
        problem: null,
      }
    case 'offer-waiting':
      return { id, stage: 'signing-in', summary }
    case 'offer-confirm':
      return { id, stage: 'to-confirm', summary }
    case 'offer-connected':
      return { id, stage: 'connected', summary, canDelete: true }
    case 'offer-unreadable': {
      const problem = new AppError('invalid-connection-file', {
        kind: 'connection-file-unusable',
        from: 'file',
        problem: { field: 'clientSecret', rule: { kind: 'missing' } },
      }).toRecord()
      return { id, stage: 'unreadable', fileName: 'northwind.packshot', problem }
    }
    default:
      return null
  }
}

const rows: readonly WorkspaceRow[] = [
  { name: 'Northwind Studio', state: 'signed-in' as const, isActive: true, waiting: 4, parked: 2 },
  { name: 'Contoso Retail', state: 'ended' as const, isActive: false, waiting: 31, parked: 0 },
].map((row, index) => ({
  ...row,
  id: `con_${index + 1}`,
  baseUrl: `https://api.${row.name.split(' ')[0]?.toLowerCase()}.example`,
  credentials: 'oauth',
  isSample: false,
}))

type Ports = {
  readonly scene: string
  readonly of: (scene: 'welcome' | 'empty') => SessionView
  readonly get: () => SessionView
  readonly set: (next: SessionView) => void
}

/** Connecting, in memory. */
export const createFakeSession = ({ scene, of, get, set }: Ports) => {
  const os = implement(contract)
  let offer = offerOf(scene)
  let proxy: ProxyView =
    scene === 'proxy'
      ? { host: 'proxy.northwind.example:3128', asks: true, password: 'none' }
      : { host: null, asks: false, password: 'none' }
  let workspaces: readonly WorkspaceRow[] = get().connection ? rows : []
  const change = (next: Partial<SessionView>): SessionView => {
    set({ ...get(), ...next })
    return get()
  }
  const show = (next: ConnectionOffer | null): ConnectionOffer | null => {
    offer = next
    set(get())
    return offer
  }
  if (scene === 'offer-waiting' || scene === 'signing-in')
    change({ signIn: { connectionId: 'con_1', name: summary.name, url: authorizeUrl, wasOpened: true } })
  return {
    session: {
      get: os.session.get.handler(() => get()),
      departures: os.session.departures.handler(() => []),
      connect: os.session.connect.handler(({ input }) => {
        if (input.kind === 'link')
          throw new AppError('invalid-connection-file', { kind: 'connection-file-unusable', from: 'link', problem: { form: 'no-link' } })
        return change({ ...of('empty'), state: 'signed-out' })
      }),
      signIn: os.session.signIn.handler(async () => {
        if (scene === 'signing-in') await new Promise(() => {})
        return change({ state: 'signed-in' })
      }),
      completeSignIn: os.session.completeSignIn.handler(() => {
        throw new AppError('sign-in-failed', { kind: 'address-not-waited-for' })
      }),
      reopenSignIn: os.session.reopenSignIn.handler(() => get()),
      verify: os.session.verify.handler(() => ({ view: get(), problem: null })),
      signOut: os.session.signOut.handler(() => ({ revoked: true, reason: null })),
      cancelSignIn: os.session.cancelSignIn.handler(() => change({ signIn: null })),
      setApiKey: os.session.setApiKey.handler(({ input }) => change({ hasApiKey: input.apiKey !== null })),
    },
    proxy: {
      get: os.proxy.get.handler(() => proxy),
      setPassword: os.proxy.setPassword.handler(({ input }) => {
        proxy = { ...proxy, asks: false, password: input.password ? 'kept' : 'none' }
        return proxy
      }),
    },
    workspaces: {
      openPages: os.workspaces.openPages.handler(() => ({ address: null })),
      disconnect: os.workspaces.disconnect.handler(() => {
        set(of('welcome'))
        return { revoked: true, reason: null }
      }),
      list: os.workspaces.list.handler(() => [...workspaces]),
      switch: os.workspaces.switch.handler(({ input }) => {
        workspaces = workspaces.map((row) => ({ ...row, isActive: row.id === input.connectionId }))
        return change({})
      }),
      rename: os.workspaces.rename.handler(({ input }) => {
        workspaces = workspaces.map((row) => (row.id === input.connectionId ? { ...row, name: input.name } : row))
        return change({})
      }),
      forget: os.workspaces.forget.handler(({ input }) => {
        workspaces = workspaces.filter((row) => row.id !== input.connectionId)
        set(get())
        return { revoked: true, reason: null, cancelled: 0 }
      }),
    },
    offers: {
      get: os.offers.get.handler(() => offer),
      make: os.offers.make.handler(({ input }) => {
        const problem = new AppError('invalid-connection-file', {
          kind: 'connection-file-unusable',
          from: 'link',
          problem: { field: 'baseUrl', rule: { kind: 'missing' } },
        }).toRecord()
        return show(input.kind === 'link' ? { id: 'offer_2', stage: 'unreadable', fileName: null, problem } : offerOf('offer'))
      }),
      accept: os.offers.accept.handler(() => show(offerOf('offer-waiting'))),
      confirm: os.offers.confirm.handler(() => show(offerOf('offer-connected'))),
      dismiss: os.offers.dismiss.handler(() => show(null)),
      deleteFile: os.offers.deleteFile.handler(() => show(null)),
    },
    clients: {
      check: os.clients.check.handler(({ input }) => ({
        findings: [
          { verdict: 'note' as const, found: { kind: 'address-saved-as', baseUrl: 'https://api.northwind.example' } as const },
          { verdict: 'good' as const, found: { kind: 'sign-in-described' } as const },
          { verdict: 'good' as const, found: { kind: 'redirect-accepted', redirectUri: 'http://127.0.0.1:28417/callback' } as const },
          {
            verdict: 'bad' as const,
            found: { kind: 'redirect-not-registered', redirectUri: 'http://127.0.0.1:28418/callback' } as const,
          },
          { verdict: 'good' as const, found: { kind: 'secret-fits' } as const },
        ],
        file: connectionFile.parse({ packshot: 1, ...input }),
        isConnectedHere: false,
      })),
      try: os.clients.try.handler(() => ({ scope: 'user', notGivenBack: null })),
    },
  }
}
