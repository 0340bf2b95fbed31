import { toAppError } from '../../../../shared/base/errors.ts'
import type { Journal } from '../../base/database/journal.ts'
import { readSetting, saveSetting } from '../../base/database/setting-rows.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { ConnectionOffers } from './connection-offers.ts'
import { findManagedFile } from './offer-source.ts'

type Ports = {
  readonly connections: Pick<ConnectionStore, 'listAll'>
  readonly offers: Pick<ConnectionOffers, 'propose'>
  readonly journal: Journal
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

const settingKey = 'managedOffer'

/**
 * Offers the connection file that a managed installation carries beside the app, once: while no workspace but the sample one was ever
 * connected, and again only when the file is another one. An unusable file is only logged, for the administrator.
 */
export const offerManagedFile = async (folders: readonly string[], { connections, offers, journal, log }: Ports): Promise<void> => {
  if (connections.listAll().some(({ isSample }) => !isSample)) return
  try {
    const found = await findManagedFile(folders)
    if (!found) return
    if (readSetting(journal, settingKey) === found.fingerprint) return
    journal.write(() => saveSetting(journal, settingKey, found.fingerprint))
    await journal.durable()
    offers.propose(found)
  } catch (error) {
    log({ event: 'managed-file-refused', ...toAppError(error).toRecord() })
  }
}
