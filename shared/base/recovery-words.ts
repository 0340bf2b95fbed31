import { whatACopyIs } from './database-error-words.ts'
import { describeError } from './describe-error.ts'
import type { ErrorRecord } from './errors.ts'
import { countOf } from './number-words.ts'
import type { LostThing, RecoveryFacts, RecoveryNotice } from './recovery.ts'

type Said = { readonly message: string; readonly action: string }

const time = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

const whatHappened = ({ reason, snapshotAt }: RecoveryFacts): string => {
  const restored = snapshotAt === null ? 'There was no snapshot to restore.' : `It was restored as of ${time(snapshotAt)}.`
  switch (reason) {
    case 'damaged':
      return `The library file was damaged. ${restored}`
    case 'missing':
      return `The library file was missing or empty. ${restored}`
    case 'behind':
      return 'The library file had lost its latest changes. Everything that could be read was kept.'
    case 'repaired':
      return 'The library file was damaged and has been repaired.'
    case 'copy':
      return 'This data folder is a copy, for example from a backup. Packshot has worked with a newer one since then.'
  }
}

const whatCameBack = ({ pictures }: RecoveryFacts): string =>
  pictures === 0 ? '' : ` ${countOf(pictures, 'picture')} came back from the originals.`

const nameLost = ({ kind, name }: LostThing): string => (kind === 'job' ? name : kind === 'list' ? `list of ${name}` : `${kind} ${name}`)

const whatIsLost = ({ lost }: RecoveryFacts): string => {
  if (lost.length === 0) return ''
  const named = lost.slice(0, 5).map(nameLost).join(', ')
  return ` Could not be read: ${named}${lost.length > 5 ? ` and ${lost.length - 5} more` : ''}.`
}

/** For commands that only read a copy, before work that may have been done since is marked. */
const describeCopyFound = (): Said => ({
  message: `${whatACopyIs} Nothing was changed.`,
  action: 'Use the newer one if you have it. Otherwise open Packshot, or run “packshot run”: you are asked before anything is replaced.',
})

/** Says what was repaired or restored, what may be missing, and what to do. */
export const describeRecovery = (facts: RecoveryNotice): Said => {
  if (!facts.isMarked) return describeCopyFound()
  const was = facts.reason === 'copy' ? 'file as it was' : 'damaged file'
  const kept = facts.setAside === null ? '' : ` The ${was} was kept as ${facts.setAside}.`
  const before = `${whatHappened(facts)}${whatCameBack(facts)}${whatIsLost(facts)}${kept}`
  if (facts.reason === 'repaired')
    return facts.lost.length === 0
      ? { message: `${before} Nothing is missing.`, action: 'Check the disk if this happens again.' }
      : { message: before, action: 'Ask again for what could not be read. Check the disk if this happens again.' }
  return {
    message: `${before} Questions, answers, attachments, texts and links of the time since then may be missing.`,
    action:
      'Ask again for what is missing. Product creations and attachments wait for you in Activity. Other work that waited may be done twice. You will be asked before a list is replaced.',
  }
}

/** All of them as one text; `null`: there are none. */
export const describeRecoveries = (recoveries: readonly RecoveryNotice[]): string | null =>
  recoveries.map((one) => Object.values(describeRecovery(one)).join(' ')).join('\n') || null

/** A fatal failure, after three restarts in ten minutes. */
export const describeStayClosed = (reason: ErrorRecord): Said => {
  const { message, action } = describeError(reason)
  return {
    message: `Packshot stopped three times in ten minutes. The last reason: ${message}`,
    action: `Solve this first, then open Packshot again. ${action}`,
  }
}
