import { AppError } from '../../../../shared/base/errors.ts'
import type { ConnectionForm } from '../../../../shared/contract.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { ConnectionFile } from '../../../../shared/workspaces/connection-file.ts'
import { settingsAfter, type WorkspaceSettings } from '../../../../shared/workspaces/workspace-settings.ts'
import type { OfferDeparture } from '../../../../shared/workspaces/workspaces.ts'
import { isLoopbackHost } from '../../base/network/normalise-base-url.ts'
import { findDepartures } from '../offers/find-departures.ts'
import type { ActiveConnection } from './active-connection.ts'
import { type CreatedConnection, createConnection, readClientForm } from './create-connection.ts'
import { findSample } from './follow-sample.ts'
import { createFromFile, matchConnection } from './match-connection.ts'
import { parseConnectionFile } from './parse-connection-file.ts'
import { parseConnectionLink } from './parse-connection-link.ts'

type Over = Extract<ConnectionForm, { kind: 'file' | 'link' | 'sample' }>['over']

/** A person's settings beside the file override those of the file and the known connection. */
const withOver = (created: CreatedConnection, over: Over): CreatedConnection => {
  if (!over) return created
  const { connection } = created
  const { credentials } = connection
  const { name = connection.name, publishing = connection.publishing, basicAuth } = over
  return {
    ...created,
    connection: {
      ...connection,
      name,
      publishing,
      rates: { ...connection.rates, ...over.rates },
      credentials: credentials.kind === 'oauth' && basicAuth ? { ...credentials, basicAuth } : credentials,
    },
  }
}

type ByHand = Extract<ConnectionForm, { kind: 'oauth' | 'api-key' | 'relay' }>

/** A service on this computer gets local pictures as `data:`; any other is asked first. */
const withDefaults = (created: CreatedConnection, form: ByHand): CreatedConnection => {
  const isLocal = isLoopbackHost(new URL(created.connection.baseUrl).hostname)
  const publishing = form.publishing ?? (isLocal ? ({ kind: 'data' } as const) : created.connection.publishing)
  const { name, rates } = created.connection
  return { ...created, connection: { ...created.connection, publishing, name: form.name || name, rates: form.rates ?? rates } }
}

/** Settings not stated for a workspace that is connected again stay as a person set them. */
const keepSettings = (created: CreatedConnection, said: Partial<WorkspaceSettings>, all: readonly Connection[]): CreatedConnection => {
  const known = all.find(({ id }) => id === created.connection.id)
  return known ? { ...created, connection: { ...created.connection, ...settingsAfter(said, known) } } : created
}

/** The same for a workspace whose form is only an address and a key. */
const keepAll = (created: CreatedConnection, all: readonly Connection[]): CreatedConnection => {
  const known = all.find(({ id }) => id === created.connection.id)
  if (!known) return created
  const { paths, templates, readProduct } = known
  const kept = keepSettings(created, {}, all)
  return { ...kept, connection: { ...kept.connection, paths, templates, readProduct } }
}

/** How a file or link departs from what is usual, or known of its workspace; of other forms a person has said all themselves. */
export const departuresOf = (form: ConnectionForm, all: readonly Connection[]): readonly OfferDeparture[] => {
  if (form.kind !== 'file' && form.kind !== 'link') return []
  const file = form.kind === 'file' ? parseConnectionFile(form.text) : parseConnectionLink(form.link)
  const { kind, known } = matchConnection(file, all)
  return findDepartures(file, kind === 'same' ? known : null)
}

/** A person entered the connection explicitly: it is a known one only if address and client are the same. */
const fromFile = (file: ConnectionFile, all: readonly Connection[]): CreatedConnection => {
  const { kind, known } = matchConnection(file, all)
  return createFromFile(file, kind === 'same' ? known : null, all)
}

/** Converts a form into a connection. Errors: those of the parsers, and `offline` when the sample workspace does not start. */
export const readForm = async (form: ConnectionForm, active: ActiveConnection, all: readonly Connection[]): Promise<CreatedConnection> => {
  switch (form.kind) {
    case 'file':
      return withOver(fromFile(parseConnectionFile(form.text), all), form.over)
    case 'link':
      if (!form.allowsWeaker && departuresOf(form, all).some(({ weakens }) => weakens))
        throw new AppError('usage', { kind: 'offer-weakens-unsaid' }, { kept: 'nothing-changed' })
      return withOver(fromFile(parseConnectionLink(form.link), all), form.over)
    case 'sample': {
      const file = parseConnectionFile((await active.ensureSample()).connectionFile)
      // Its address may differ from the first start.
      const known = findSample(file.clientId, all)
      const created = createConnection({ kind: 'file', file }, { isSample: true, ...(known && { id: known.id }) })
      return withOver(keepSettings(created, file, all), form.over)
    }
    case 'oauth': {
      const { name, ...rest } = form
      return withDefaults(fromFile(readClientForm({ ...rest, ...(name ? { name } : {}) }), all), form)
    }
    case 'api-key':
    case 'relay': {
      const { name, ...rest } = form
      return withDefaults(keepAll(createConnection({ ...rest, ...(name ? { name } : {}) }), all), form)
    }
  }
}
