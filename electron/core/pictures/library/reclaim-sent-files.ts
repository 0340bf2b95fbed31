import { join } from 'node:path'
import { toAppError } from '../../../../shared/base/errors.ts'
import { pictureOperations } from '../../../../shared/queue/operations.ts'
import { getsNewPixels, type SendingWishes, sendingChanges, sendingFor } from '../../../../shared/service/sending.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { Files } from '../../base/platform/files.ts'
import { listRunningAbout } from '../../queue/find-jobs.ts'
import { readSettingsKey, toSettingsKey } from './conversion-settings.ts'
import type { ImageStore } from './picture-store.ts'
import type { SentFiles } from './sent-files.ts'

type Ports = {
  readonly dataFolder: string
  readonly journal: Journal
  readonly files: Pick<Files, 'list'>
  /** Of all workspaces in the list. */
  readonly connections: () => readonly (SendingWishes & Pick<Connection, 'id'>)[]
  readonly images: Pick<ImageStore, 'ofContent'>
  readonly sentFiles: Pick<SentFiles, 'drop'>
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

/** Looked at in one turn of the event loop. */
const pieceSize = 100

/** Of a converted file: `abcd…~1-q90.jpg`. */
const readName = (name: string): { readonly original: string; readonly key: string } | undefined => {
  const match = /^([0-9a-f]{64})~([0-9a-z-]{1,140})\.(?:jpg|png)$/.exec(name)
  return match?.[1] && match[2] ? { original: match[1], key: match[2] } : undefined
}

/**
 * Removes converted files that no workspace needs any more: of settings that none of them has, and not uploaded with these to any. One that
 * differs in metadata only is removed once it is uploaded: windows show the original, and it would double the picture's space on disk. A file that a running job may
 * be reading stays until the next time. Whoever needs one again gets it made again, with the same bytes.
 */
export const createSentFilesUpkeep = ({ dataFolder, journal, files, connections, images, sentFiles, log }: Ports) => {
  const folder = join(dataFolder, 'sent')
  let isStopped = false
  let isWanted = false
  let working: Promise<void> | undefined
  /** The workspaces and their settings for which it was done last. */
  let doneFor = ''

  const describeWorkspaces = (): string => JSON.stringify(connections().map((one) => [one.id, toSettingsKey(sendingFor(one, null))]))

  /** Whether a workspace has what was made with these settings. */
  const isUploaded = (original: string, key: string, to: readonly Pick<Connection, 'id'>[] = connections()): boolean =>
    journal.get(
      `SELECT 1 FROM originals CROSS JOIN images ON images.seq = originals.picture
       CROSS JOIN json_each(?3) AS connection
       CROSS JOIN sources ON sources.connection_id = connection.value AND sources.image_id = images.id
       WHERE originals.sha256 = ?1 AND sources.version = originals.version AND sources.settings = ?2 AND gone = 0 LIMIT 1`,
      original,
      key,
      JSON.stringify(to.map(({ id }) => id)),
    ) !== undefined

  const isInUse = (original: string): boolean => {
    const row = journal.get('SELECT images.id FROM originals JOIN images ON images.seq = originals.picture WHERE sha256 = ?', original)
    return row !== undefined && listRunningAbout(journal, pictureOperations).some((subject) => subject.split('\n')[0] === row.id)
  }

  const hasOnlyLessMetadata = (original: string, key: string): boolean => {
    const [image, settings] = [images.ofContent(original), readSettingsKey(key)]
    return image !== undefined && settings !== null && !getsNewPixels(sendingChanges(image, settings))
  }

  const isNeeded = (original: string, key: string, known: readonly (SendingWishes | null)[]): boolean => {
    const image = images.ofContent(original) ?? null
    if (!hasOnlyLessMetadata(original, key))
      return known.some((one) => toSettingsKey(sendingFor(one, image)) === key) || isUploaded(original, key)
    const wanting = connections().filter((one) => toSettingsKey(sendingFor(one, image)) === key)
    return wanting.some((one) => !isUploaded(original, key, [one]))
  }

  const lookAt = (path: string, name: string, known: readonly (SendingWishes | null)[]): void => {
    const said = readName(name)
    if (!said || isNeeded(said.original, said.key, known) || isInUse(said.original)) return
    try {
      sentFiles.drop(said.original, said.key, path)
    } catch (error) {
      log({ event: 'sent-file-not-removed', path, ...toAppError(error).toRecord() })
    }
  }

  const lookThrough = async (): Promise<void> => {
    const workspaces = connections()
    // Without a workspace, a window shows pictures as one would get them that has no settings.
    const known = workspaces.length === 0 ? [null] : workspaces
    for (const part of await files.list(folder).catch(() => [])) {
      const names = await files.list(join(folder, part)).catch(() => [])
      for (let at = 0; at < names.length; at += pieceSize) {
        await journal.nextTurn()
        if (isStopped) return
        for (const name of names.slice(at, at + pieceSize)) lookAt(join(folder, part, name), name, known)
      }
    }
  }

  const work = async (): Promise<void> => {
    while (isWanted && !isStopped) {
      isWanted = false
      doneFor = describeWorkspaces()
      await lookThrough()
    }
  }

  const begin = (): void => {
    isWanted = true
    working ??= work()
      .catch((error: unknown) => log({ event: 'sent-files-not-reclaimed', ...toAppError(error).toRecord() }))
      .finally(() => {
        working = undefined
      })
  }

  return {
    begin,
    /** A workspace's settings may be others. */
    noticed: (): void => {
      if (!isStopped && describeWorkspaces() !== doneFor) begin()
    },
    stop: async (): Promise<void> => {
      isStopped = true
      await working
    },
  }
}
