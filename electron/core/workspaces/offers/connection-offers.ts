import { randomUUID } from 'node:crypto'
import { AppError, type ErrorRecord, toAppError } from '../../../../shared/base/errors.ts'
import type { ConnectionFile } from '../../../../shared/workspaces/connection-file.ts'
import type { ConnectionOffer, OfferForm, OfferSummary } from '../../../../shared/workspaces/workspaces.ts'
import type { SecretStore } from '../../base/keychain/secret-store.ts'
import type { Files } from '../../base/platform/files.ts'
import { clientSecretName } from '../../service/session/secret-names.ts'
import type { ActiveConnection } from '../connections/active-connection.ts'
import type { Connecting } from '../connections/connecting.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { CreatedConnection } from '../connections/create-connection.ts'
import { createFromFile, describeMatch, matchConnection, signsInAlike } from '../connections/match-connection.ts'
import { splitKeys } from '../connections/publishing-keys.ts'
import type { SignInDesk } from '../connections/sign-in-desk.ts'
import { findDepartures } from './find-departures.ts'
import { collectText, type OfferSource, readOfferFile, readOfferForm } from './offer-source.ts'

type Ports = {
  readonly active: ActiveConnection
  readonly connections: ConnectionStore
  readonly connecting: Connecting
  readonly desk: SignInDesk
  readonly getSecrets: () => Promise<{ readonly store: SecretStore }>
  readonly files: Files
  readonly onChange: () => void
  /** Question sets that a file brings (a room above this one). */
  readonly sets: OfferedSets
  /** Requirement profiles that a file brings (a room above this one). */
  readonly profiles: OfferedProfiles
}

type OfferedSets = {
  readonly relate: (sets: readonly unknown[]) => OfferSummary['questionSets']
  /** Refuses sets that don’t fit beside those that are kept. Errors: `usage`. */
  readonly checkRoom: (sets: readonly unknown[]) => void
  /** Known sets of the same name are replaced only if `replace` names them. Written before it returns; resolves when it is on disk. */
  readonly keep: (sets: readonly unknown[], replace: readonly string[]) => Promise<void>
}

type OfferedProfiles = {
  readonly relate: (profiles: readonly unknown[]) => OfferSummary['profiles']
  /** Refuses profiles that don’t fit beside those that are kept. Errors: `usage`. */
  readonly checkRoom: (profiles: readonly unknown[]) => void
  /** Keeps them, and uses them in the active workspace. Written before it returns; resolves when it is on disk. */
  readonly keep: (profiles: readonly unknown[]) => Promise<void>
}

/** One offer. `file` holds the client secret, which never leaves this process. */
type Pending =
  | { readonly id: string; readonly stage: 'unreadable'; readonly fileName: string | null; readonly problem: ErrorRecord }
  | {
      readonly id: string
      readonly stage: 'proposed' | 'signing-in' | 'to-confirm' | 'connected'
      readonly file: ConnectionFile
      readonly source: OfferSource
      readonly problem: ErrorRecord | null
      /** Names of known question sets that the person lets the file's replace. */
      readonly replaceSets?: readonly string[]
    }
type Readable = Exclude<Pending, { stage: 'unreadable' }>

/** More links at once come from a malicious web page. */
const mostLinks = 5
/** More in total are a mistake. */
const most = 20

/** Any web page can open links; a file, a form or a managed file comes from a person. */
const isLink = (one: Pending): boolean => (one.stage === 'unreadable' ? one.fileName === null : one.source.from === 'link')
const isUntouched = ({ stage }: Pending): boolean => stage === 'unreadable' || stage === 'proposed'

/**
 * `pending` with `next`. A person's own offers come before untouched links, and are never dropped for them; of links that
 * are unreadable the last one stays.
 */
const addPending = (pending: readonly Pending[], next: Pending): readonly Pending[] => {
  if (!isLink(next)) {
    if (pending.length >= most) return pending
    const at = pending.findIndex((one) => isLink(one) && isUntouched(one))
    return at < 0 ? [...pending, next] : pending.toSpliced(at, 0, next)
  }
  const others = next.stage === 'unreadable' ? pending.filter((one) => !(one.stage === 'unreadable' && isLink(one))) : pending
  return others.filter(isLink).length >= mostLinks || others.length >= most ? pending : [...others, next]
}

export type ConnectionOffers = ReturnType<typeof createConnectionOffers>

/**
 * Connections offered by file, link or form, each until it is connected or dismissed; a person sees the oldest. Anything that asks
 * for one, nothing is changed before `accept`, and nothing is sent before `confirm`.
 */
export const createConnectionOffers = ({ active, connections, connecting, desk, getSecrets, files, onChange, sets, profiles }: Ports) => {
  let pending: readonly Pending[] = []

  const put = (next: Pending): void => {
    pending = pending.map((one) => (one.id === next.id ? next : one))
    onChange()
  }
  const remove = (id: string): void => {
    pending = pending.filter((one) => one.id !== id)
    onChange()
  }
  const add = (next: Pending): void => {
    const isAsked = next.stage === 'proposed' && pending.some((one) => one.stage === 'proposed' && isSameOffer(one, next))
    if (isAsked) return
    pending = addPending(pending, next)
    onChange()
  }
  const find = (id: string): Readable => {
    const found = pending.find((one) => one.id === id)
    if (!found || found.stage === 'unreadable') throw new AppError('unknown-id', { kind: 'offer-over' }, { kept: 'nothing-changed' })
    return found
  }

  const departuresOf = (file: ConnectionFile) => {
    const { kind, known } = matchConnection(file, connections.listAll())
    return findDepartures(file, kind === 'same' ? known : null)
  }

  const summarise = ({ file, source }: Readable): OfferSummary => ({
    name: file.name,
    baseUrl: file.baseUrl,
    clientId: file.clientId,
    signInOrigin: file.signInOrigin ?? null,
    scopes: file.scopes,
    publishing: splitKeys(file.publishing, '').publishing,
    from: source.from,
    fileName: source.fileName,
    relation: describeMatch(matchConnection(file, connections.listAll())),
    departures: [...departuresOf(file)],
    waiting: connections.countWork(null).waiting,
    questionSets: sets.relate(file.questionSets ?? []),
    profiles: profiles.relate(file.requirementProfiles ?? []),
  })

  const view = (): ConnectionOffer | null => {
    const first = pending[0]
    if (!first) return null
    const { id, stage } = first
    if (stage === 'unreadable') return { id, stage, fileName: first.fileName, problem: first.problem }
    const summary = summarise(first)
    switch (stage) {
      case 'proposed':
        return { id, stage, summary, problem: first.problem }
      case 'connected':
        return { id, stage, summary, canDelete: first.source.path !== null }
      case 'signing-in':
      case 'to-confirm':
        return { id, stage, summary }
    }
  }

  const propose = ({ file, source }: { file: ConnectionFile; source: OfferSource }): void =>
    add({ id: randomUUID(), stage: 'proposed', file, source, problem: null })
  const refuse = (error: unknown, fileName: string | null): void =>
    add({ id: randomUUID(), stage: 'unreadable', fileName, problem: toAppError(error).toRecord() })

  /** Keeps what a file brings; what can't be kept doesn't keep the rest out. */
  const bring = async ({ file, replaceSets }: Readable): Promise<void> => {
    const kept = await Promise.allSettled([
      file.questionSets && sets.keep(file.questionSets, replaceSets ?? []),
      file.requirementProfiles && profiles.keep(file.requirementProfiles),
    ])
    for (const one of kept) if (one.status === 'rejected') throw one.reason
  }

  /**
   * Connects with `act`, in whose transaction `bring` keeps what the file brings. Resolves to the last step: the file's secret is in the keychain, so the only
   * open question is the file itself. The workspace is connected whatever becomes of the sets: there was room for them before the browser opened (`accept`).
   */
  const connect = async (
    offer: Readable,
    act: (also: { readonly bring: () => void }) => Promise<unknown>,
  ): Promise<() => Promise<void>> => {
    let brought: Promise<void> = Promise.resolve()
    await act({
      bring: () => {
        brought = bring(offer)
        brought.catch(() => {})
      },
    })
    return async () => {
      const { store } = await getSecrets()
      if (offer.source.from === 'file' && store.storage === 'keychain') put({ ...offer, stage: 'connected', problem: null })
      else remove(offer.id)
      await brought
    }
  }

  /** The known connection with the same client and secret, still signed in: then there is nothing to ask for, and what else the file says counts. */
  const isSignedIn = async (offer: Readable, created: CreatedConnection): Promise<boolean> => {
    const known = connections.list().find(({ id }) => id === created.connection.id)
    if (!known || !signsInAlike(known, created.connection)) return false
    const { store } = await getSecrets()
    const kept = await store.get(clientSecretName(known.id)).catch(() => null)
    if (kept !== offer.file.clientSecret) return false
    const workspace = await active.open(known, store)
    return workspace.session.state().kind === 'signed-in'
  }

  const choose = (offer: Readable, as: 'known' | 'new' | null) => {
    const all = connections.listAll()
    const { kind, known } = matchConnection(offer.file, all)
    if ((kind === 'moved' || kind === 'similar') && as === null)
      throw new AppError('usage', { kind: 'offer-replaces-unsaid' }, { kept: 'nothing-changed' })
    return createFromFile(offer.file, kind === 'same' || as === 'known' ? known : null, all)
  }

  const accept = async (
    id: string,
    as: 'known' | 'new' | null,
    openBrowser: boolean,
    replaceSets: readonly string[] = [],
    allowsWeaker = false,
  ): Promise<void> => {
    const found = find(id)
    if (found.stage !== 'proposed') return
    const offer: Readable = { ...found, replaceSets }
    // A web page can open a link.
    if (offer.source.from === 'link' && !allowsWeaker && departuresOf(offer.file).some(({ weakens }) => weakens))
      throw new AppError('usage', { kind: 'offer-weakens-unsaid' }, { kept: 'nothing-changed' })
    const created = choose(offer, as)
    if (offer.file.questionSets) sets.checkRoom(offer.file.questionSets)
    if (offer.file.requirementProfiles) profiles.checkRoom(offer.file.requirementProfiles)
    put({ ...offer, stage: 'signing-in', problem: null })
    let finish: (() => Promise<void>) | undefined
    try {
      if (await isSignedIn(offer, created)) finish = await connect(offer, (also) => connecting.renew(created, also))
      else await desk.run(await connecting.begin(created, true), { openBrowser })
    } catch (error) {
      await connecting.drop()
      const known = toAppError(error)
      if (pending.some((one) => one.id === id))
        put({ ...offer, stage: 'proposed', problem: known.code === 'cancelled' ? null : known.toRecord() })
      return
    }
    if (finish) return finish()
    if (!created.connection.isConfirmed) return put({ ...offer, stage: 'to-confirm', problem: null })
    finish = await connect(offer, (also) => connecting.settle({}, also)).catch((error: unknown) => {
      // The keychain refused: a person can confirm again, without another sign-in.
      put({ ...offer, stage: 'to-confirm', problem: null })
      throw error
    })
    await finish()
  }

  /** Why it could not be revoked; `null`: it was. */
  const giveBack = async (): Promise<ErrorRecord | null> => {
    const given = await active
      .trial()
      ?.session.disconnect()
      .catch((error: unknown) => ({ revoked: false, reason: toAppError(error).toRecord() }))
    await connecting.drop()
    return given?.revoked === false ? (given.reason ?? null) : null
  }

  return {
    view,
    accept,
    /** Adds an offer. An unusable one says so; typed details are refused in the form, to be corrected there. */
    fromForm: (form: OfferForm): void => {
      try {
        propose(readOfferForm(form))
      } catch (error) {
        if (form.kind === 'oauth') throw error
        refuse(error, form.kind === 'file' ? form.fileName : null)
      }
    },
    fromFile: async (path: string): Promise<void> => {
      await readOfferFile(path).then(propose, (error: unknown) => refuse(error, path.split(/[/\\]/).at(-1) ?? null))
    },
    fromBytes: async (bytes: AsyncIterable<Uint8Array>, fileName: string): Promise<void> => {
      await collectText(bytes)
        .then(
          (text) => propose(readOfferForm({ kind: 'file', text, fileName })),
          (error: unknown) => refuse(error, fileName),
        )
        .catch((error: unknown) => refuse(error, fileName))
    },
    propose,
    /** Shows the problem with an offered connection. */
    refuse,

    confirm: async (id: string, isRight: boolean, name: string | undefined): Promise<void> => {
      const offer = find(id)
      if (offer.stage !== 'to-confirm') return
      if (isRight) {
        const change = { isConfirmed: true, ...(name?.trim() ? { name: name.trim() } : {}) }
        const finish = await connect(offer, (also) => connecting.settle(change, also))
        return finish()
      }
      put({
        ...offer,
        stage: 'proposed',
        problem: { code: 'sign-in-refused', failure: { kind: 'wrong-workspace', notRevoked: await giveBack() } },
      })
    },
    dismiss: async (id: string): Promise<void> => {
      const found = pending.find((one) => one.id === id)
      if (!found) return
      remove(id)
      if (found.stage === 'signing-in') await desk.cancel(connecting.onTrial()?.id)
      if (found.stage === 'to-confirm') await giveBack()
    },
    /** Errors: `file-unreadable` if the system refuses. */
    deleteFile: async (id: string): Promise<void> => {
      const offer = find(id)
      if (offer.stage !== 'connected' || offer.source.path === null) return
      await files.remove(offer.source.path).catch((cause: unknown) => {
        throw new AppError('file-unreadable', { kind: 'connection-file-not-deleted', name: offer.source.fileName ?? '' }, { cause })
      })
      remove(id)
    },
  }
}

const isSameOffer = (one: Readable, other: Readable): boolean => JSON.stringify(one.file) === JSON.stringify(other.file)
