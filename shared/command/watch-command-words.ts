import { describeError } from '../base/describe-error.ts'
import type { ErrorRecord } from '../base/errors.ts'
import { countOf } from '../base/number-words.ts'
import type { WatchChanges, WatchRules, WatchState } from '../watching/watching.ts'

const said = (problem: ErrorRecord): string => Object.values(describeError(problem)).join(' ')

/** The state of a watched folder. */
export const watchStateWords = (state: WatchState): string => {
  switch (state.kind) {
    case 'idle':
      return 'not watched by this command'
    case 'looking':
      return 'looking for pictures'
    case 'watching':
      return state.by === 'events' ? 'watching' : 'checking regularly'
    case 'paused':
      return 'paused'
    case 'unreachable':
    case 'waiting':
      return said(state.problem)
  }
}

/** Rules that are not the usual ones. */
export const watchRulesWords = (rules: WatchRules, names: { readonly workspace: string | null; readonly set: string | null }): string =>
  [
    ...(rules.subfolders ? [] : ['without subfolders']),
    ...(names.workspace === null ? [] : [`for ${names.workspace}`]),
    ...(names.set === null ? [] : [`asks “${names.set}”`]),
    ...(rules.match ? ['matches products'] : []),
    ...(rules.upload ? [] : ['no upload']),
    ...(rules.polling ? ['polling'] : []),
  ].join(', ')

/** What watched folders brought, as one sentence. */
export const watchReportWords = ({ added, changed, renamed, deleted, refused }: WatchChanges): string => {
  const parts = [
    ...(added > 0 ? [`${countOf(added, 'picture')} added`] : []),
    ...(changed > 0 ? [`${countOf(changed, 'file')} changed`] : []),
    ...(renamed > 0 ? [`${countOf(renamed, 'file')} renamed`] : []),
    ...(deleted > 0 ? [`${countOf(deleted, 'file')} deleted (their pictures stay)`] : []),
    ...(refused > 0 ? [`${countOf(refused, 'file')} refused`] : []),
  ]
  return parts.length === 0 ? 'Nothing new.' : `${parts.join(', ')}.`
}

/** One file of a watched folder, as it happens. `name`: its path from the folder on. */
export const watchedFileWords = (
  kind: 'added' | 'changed' | 'known' | 'deleted' | 'renamed' | 'refused',
  name: string,
  more: { readonly from?: string; readonly problem?: ErrorRecord },
): string => {
  switch (kind) {
    case 'added':
      return `Added ${name}`
    case 'changed':
      return `Changed ${name}: see “packshot versions”`
    case 'known':
      return `Already in the library: ${name}`
    case 'deleted':
      return `Deleted ${name}; its picture stays`
    case 'renamed':
      return `Renamed ${more.from ?? ''} to ${name}`
    case 'refused':
      return `Refused ${name}: ${more.problem ? said(more.problem) : ''}`
  }
}

/** While the command watches. */
export const watchingWords = (path: string): string => `Watching ${path}. Stop with Ctrl-C.`
/** `--only-new` of a folder that is in the list. */
export const onlyNewIgnoredWords = (path: string): string =>
  `${path} is already watched, so --only-new changes nothing. Pictures that came since it was added are added.`
export const watchRemovedWords = (path: string): string => `${path} is no longer watched. Its pictures stay in the library.`
export const noWatchedFoldersWords = 'No folder is watched. Add one: “packshot watch DIR”.'
