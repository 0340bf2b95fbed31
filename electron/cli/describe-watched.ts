import { relative } from 'node:path'
import { watchedFileWords, watchStateWords } from '../../shared/command/watch-command-words.ts'
import type { WatchedFolder } from '../../shared/watching/watching.ts'
import type { Core } from '../core/core.ts'
import { printable } from './output.ts'

type WatchedFileEvent = Parameters<Parameters<Core['onWatchedFile']>[0]>[0]

/** A file of one of these folders, as it happens. */
export const describeWatchedFile = (event: WatchedFileEvent, folders: readonly Pick<WatchedFolder, 'path'>[]): string => {
  const inside = (path: string): string => {
    const folder = folders.find((one) => !relative(one.path, path).startsWith('..'))
    return folder ? relative(folder.path, path) : path
  }
  const more = event.kind === 'renamed' ? { from: inside(event.from) } : event.kind === 'refused' ? { problem: event.problem } : {}
  return printable(watchedFileWords(event.kind, inside(event.path), more))
}

/** A line of `status` for a folder that needs a person. */
export const describeWatchTrouble = ({ path, state }: WatchedFolder): readonly string[] =>
  state.kind === 'unreachable' || state.kind === 'waiting'
    ? [`Watched folder ${printable(path)}: ${printable(watchStateWords(state))}`]
    : []
