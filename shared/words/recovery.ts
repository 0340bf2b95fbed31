import type { RecoveryFacts } from '../recovery.ts'

type Said = { readonly message: string; readonly action: string }

const time = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

const countOf = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

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

const whatIsLost = ({ lost }: RecoveryFacts): string => {
  if (lost.length === 0) return ''
  const named = lost.slice(0, 5).join(', ')
  return ` Could not be read: ${named}${lost.length > 5 ? ` and ${lost.length - 5} more` : ''}.`
}

/** What was repaired or restored, what may be missing, and what to do. */
export const describeRecovery = (facts: RecoveryFacts): Said => {
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

/** Said by what only reads, where the library must be restored first. */
export const describeUnreadableLibrary = ({ reason }: { readonly reason: 'damaged' | 'missing' | 'behind' }): Said => {
  const what = {
    damaged: 'The library file is damaged.',
    missing: 'The library file is missing or empty, although pictures or snapshots are there.',
    behind: 'The library file has lost its latest changes.',
  }[reason]
  return {
    message: `${what} Nothing was changed.`,
    action: 'Open Packshot, or run “packshot run”: the library is restored first.',
  }
}

const whatACopyIs = 'This data folder is a copy, for example from a backup: Packshot has worked with a newer one.'

/** Said by what only reads a copy, before work that may have been done since is marked. */
export const describeCopyFound = (): Said => ({
  message: `${whatACopyIs} Nothing was changed.`,
  action: 'Use the newer one if you have it. Otherwise open Packshot, or run “packshot run”: you are asked before anything is replaced.',
})

/** A copy that was noticed while Packshot runs, because the keychain did not answer earlier. */
export const describeCopyAtWork = (): Said => ({
  message: `${whatACopyIs} Work is paused.`,
  action: 'Start Packshot again: it marks what may have been done since, and asks you before anything is replaced.',
})

/** For a job that was restored and must not run a second time by itself. `what`: “the pictures may have been added”. */
export const describeRestoredJob = ({ what }: { readonly what: string }): string =>
  `The library was restored, and ${what} in the workspace since then. Nothing was sent again.`

/** For a restored job that runs again all the same. */
export const noteOfRestoredJob = 'The library was restored, so this may be done twice.'

/** The disk did not keep what was written: this process ends. */
export const describeFailedFlush = ({ code }: { readonly code: string }): Said => ({
  message: `The disk could not save the library (${code}). Everything saved before is kept.`,
  action: 'Check the disk and its connection, then start Packshot again.',
})

/** The last step was taken, and Packshot works with it, but a full disk could not flush it. */
export const describeUnflushed = (): Said => ({
  message: 'The disk is full. The last step is done in Packshot, but a power cut could still undo it.',
  action: 'Free some space; the next step then saves this one, too. If you no longer want it, cancel it in Activity.',
})

/** After three restarts in ten minutes. */
export const describeStayClosed = ({ reason }: { readonly reason: string }): Said => ({
  message: `Packshot stopped three times in ten minutes. The last reason: ${reason}`,
  action: 'Solve this first, then open Packshot again.',
})

/** Damage that was found while Packshot runs. */
export const describeDamageFound = (): Said => ({
  message: 'The library file is damaged. Your pictures are safe; work is paused.',
  action: 'Start Packshot again: it repairs or restores the library, and says what may be missing.',
})
