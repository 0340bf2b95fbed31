import type { Settings } from '../../../shared/base/settings.ts'
import type { SettingsStore } from '../base/settings/settings-store.ts'
import type { CoreLibrary } from '../open-library.ts'
import type { CorePorts } from '../ports.ts'

type Ports = {
  readonly ports: Pick<CorePorts, 'watchesFolders' | 'log'>
  readonly library: Pick<CoreLibrary, 'journal' | 'isClosed' | 'watchedFolders'>
  readonly settings: Pick<SettingsStore, 'get' | 'set'>
}

/** For a host whose window closes while folders are watched. */
export const createWatchedOnClose = ({ ports, library, settings }: Ports) => ({
  /** The names of the folders that are watched now, and what the person wants; none after the stop. */
  watchedOnClose: (): { readonly folders: readonly string[]; readonly wanted: Settings['watchingOnClose'] } => {
    if (!ports.watchesFolders || library.isClosed()) return { folders: [], wanted: 'ask' }
    const folders = library.watchedFolders.list().flatMap(({ isPaused, name }) => (isPaused ? [] : [name]))
    return { folders, wanted: settings.get().watchingOnClose }
  },
  /** It is on disk at the latest when the core has stopped. A choice that can't be kept is asked for again. */
  rememberOnClose: (wanted: Settings['watchingOnClose']): void => {
    try {
      library.journal.write(() => settings.set({ watchingOnClose: wanted }))
      library.journal.durable().catch(() => {})
    } catch (error) {
      ports.log({ event: 'close-choice-not-kept', message: String(error) })
    }
  },
})
