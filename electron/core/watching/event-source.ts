import type { FolderEvents, OpenFolderEvents } from '../base/platform/folder-events.ts'
import type { StoredFolder } from './watch-store.ts'

/** Events that the system had no room for are tried again after this long, in milliseconds. */
const againMs = 5 * 60_000

type Ports = {
  readonly openFolderEvents: OpenFolderEvents
  readonly now: () => number
  readonly log: (event: Readonly<Record<string, unknown>>) => void
  /** Something may have changed at this path inside the folder; `''`: anywhere. */
  readonly onChange: (path: string) => void
  /** No more events come. */
  readonly onFailed: () => void
}

/** The system's events of one folder, or none, if its rules or the system have it polled. */
export const createEventSource = ({ openFolderEvents, now, log, onChange, onFailed }: Ports) => {
  let events: FolderEvents | undefined
  let by: 'events' | 'polling' = 'polling'
  /** The folder (device and number) that the events are of. */
  let openedKey = ''
  let failedAt = Number.NEGATIVE_INFINITY

  const close = (): void => {
    events?.close()
    events = undefined
  }
  const open = ({ path, rules }: StoredFolder, key: string): void => {
    close()
    openedKey = key
    by = 'polling'
    if (rules.polling) return
    by = 'events'
    events = openFolderEvents(path, rules, {
      onChange,
      onFailed: (error) => {
        log({ event: 'no-folder-events', said: (error as NodeJS.ErrnoException).code ?? String(error) })
        events = undefined
        by = 'polling'
        failedAt = now()
        onFailed()
      },
    })
  }
  /** The system had no room for events, and may have some now. */
  const mayTryAgain = ({ rules }: StoredFolder): boolean => by === 'polling' && !rules.polling && now() - failedAt >= againMs

  return {
    by: (): 'events' | 'polling' => by,
    /** False: another folder has the path now, of another drive, or a new one, and the events are of the old one. */
    isOf: (key: string): boolean => key === openedKey,
    /** Opens events of the folder that has the path now, unless they are open. */
    follow: (folder: StoredFolder, key: string): void => {
      if (key !== openedKey || mayTryAgain(folder)) open(folder, key)
    },
    /** Also tells of this folder inside. */
    followInside: (inside: string): void => events?.follow(inside),
    close,
    /** The folder is away: one that is there later is followed anew. */
    forget: (): void => {
      close()
      openedKey = ''
    },
  }
}
