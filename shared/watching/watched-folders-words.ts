import { countOf, formatCount } from '../base/number-words.ts'
import type { Settings } from '../base/settings.ts'
import type { FolderReport, WatchChanges, WatchCounts, WatchedFolder, WatchReport, WatchRules, WatchState } from './watching.ts'

/** What happens with a watched folder now, in few words. */
export const nameWatchState = (state: WatchState): string => {
  switch (state.kind) {
    case 'idle':
      return 'Starting'
    case 'looking':
      return 'Looking for new pictures'
    case 'watching':
      return state.by === 'events' ? 'Watching' : 'Checked regularly'
    case 'paused':
      return 'Paused'
    case 'unreachable':
      return 'Can’t be reached'
    case 'waiting':
      return 'Waiting'
  }
}

/** “1,204 pictures added · 3 on the way · 12 other files ignored”. Refused files are said apart, with the way to their reasons. */
export const describeWatchCounts = ({ pictures, growing, others }: WatchCounts): string =>
  [
    pictures === 0 ? 'No pictures added yet' : `${countOf(pictures, 'picture')} added`,
    ...(growing > 0 ? [`${formatCount(growing)} on the way`] : []),
    ...(others > 0 ? [`${countOf(others, 'other file')} ignored`] : []),
  ].join(' · ')

export type WatchNames = {
  /** `null`: this workspace is no longer connected. */
  readonly workspace: (id: string) => string | null
  /** `null`: this question set was removed. */
  readonly questionSet: (id: string) => string | null
}

/** What happens with new pictures, in a line. */
export const describeWatchRules = ({ subfolders, connectionId, questionSetId, match, upload }: WatchRules, names: WatchNames): string => {
  const asked = questionSetId === null ? null : names.questionSet(questionSetId)
  const workspace = connectionId === null ? null : (names.workspace(connectionId) ?? 'a removed workspace')
  return [
    subfolders ? 'Includes subfolders' : 'Without subfolders',
    `${upload ? 'uploads at once' : 'uploads when needed'}${workspace === null ? '' : ` to ${workspace}`}`,
    ...(questionSetId === null ? [] : [`asks ${asked === null ? 'a removed question set' : `“${asked}”`}`]),
    ...(match ? ['finds products'] : []),
  ].join(' · ')
}

/** What is in a folder before it is watched. */
export const describeWatchPreview = (preview: { readonly pictures: number; readonly others: number }): string => {
  const others = preview.others > 0 ? ` ${countOf(preview.others, 'other file is', 'other files are')} ignored.` : ''
  return `${preview.pictures === 0 ? 'It has no pictures yet.' : `It has ${countOf(preview.pictures, 'picture')} now.`}${others}`
}

/** What closing the window does while folders are watched. */
export const watchingOnCloseNames: Readonly<Record<Settings['watchingOnClose'], string>> = {
  ask: 'Ask',
  background: 'Keep watching',
  quit: 'Quit',
}
export const aboutWatchingOnClose = 'Packshot can keep watching from the tray. If it quits, new pictures are added at its next start.'

export const aboutStartAtLogin = 'Packshot starts in the tray when you sign in to this computer, and watches your folders.'

/** When folders are watched. */
export const watchedWhileOpen = 'This works while Packshot is running. Pictures that come while it is closed are added at its next start.'

/** What is kept while a folder doesn’t bring pictures; said between what happened and what to do. */
export const keptOfFolder = 'Its pictures stay in the library.'

/** What stays when a folder is no longer watched. */
export const describeWatchRemoval = ({ counts }: Pick<WatchedFolder, 'counts'>): string => {
  const pictures = counts.pictures === 0 ? '' : `${countOf(counts.pictures, 'picture stays', 'pictures stay')} in the library. `
  return `${pictures}The folder’s files stay as they are. New pictures in it are no longer added.`
}

/** A report of new pictures alone needs no list. */
const onlyNew = ({ added, changed, renamed, deleted, refused }: WatchChanges): boolean =>
  added > 0 && changed + renamed + deleted + refused === 0

const changesOf = ({ added, changed, renamed, deleted, refused }: WatchChanges): string[] => [
  ...(added > 0 ? [`${formatCount(added)} added`] : []),
  ...(refused > 0 ? [`${formatCount(refused)} refused`] : []),
  ...(changed > 0 ? [`${formatCount(changed)} changed`] : []),
  ...(renamed > 0 ? [`${formatCount(renamed)} renamed`] : []),
  ...(deleted > 0 ? [`${formatCount(deleted)} deleted (still in the library)`] : []),
]

export const hasWatchChanges = ({ added, changed, renamed, deleted, refused }: WatchChanges): boolean =>
  added + changed + renamed + deleted + refused > 0

const placesOf = (folders: readonly FolderReport[]): string => {
  const [only] = folders
  return only && folders.length === 1 ? `“${only.name}”` : countOf(folders.length, 'folder')
}

/** “214 pictures from 2 folders: 205 added, 6 refused, 3 changed”. */
export const describeWatchReport = (report: WatchReport): string => {
  const { added, changed, renamed, deleted, refused } = report
  if (onlyNew(report)) return `${countOf(added, 'new picture')} from ${placesOf(report.folders)}`
  const all = countOf(added + changed + renamed + deleted + refused, 'picture')
  return `${all} from ${placesOf(report.folders)}: ${changesOf(report).join(', ')}`
}
