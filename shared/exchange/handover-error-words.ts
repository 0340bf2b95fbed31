import type { ErrorWords } from '../base/error-words.ts'
import { formatCount } from '../base/number-words.ts'
import type { HandoverFailure } from './handover-failures.ts'

const again = 'Ask for the file again, and open the new one.'

const nameLimit = (is: 'bytes' | 'records' | 'files', limit: number): string => {
  if (is === 'bytes') return `${formatCount(Math.floor(limit / 1024 / 1024))} MB of texts and products`
  return `${formatCount(limit)} ${is === 'records' ? 'entries' : 'files'}`
}

export const handoverErrors: ErrorWords<HandoverFailure> = {
  'handover-gone': ({ name }) => ({ message: `“${name}” isn’t there.`, action: 'Find the file, then open it again.' }),
  'handover-damaged': ({ name, said }) => ({ message: `“${name}” is damaged or incomplete (${said}).`, action: again }),
  'handover-of-other-kind': ({ name }) => ({
    message: `“${name}” is not a hand-over from Packshot.`,
    action: 'Open a file that “Hand over” made.',
  }),
  'handover-version': ({ name, version }) => ({
    message: `“${name}” was made by another version of Packshot (format ${version}).`,
    action: 'Update Packshot on both computers, then hand over again.',
  }),
  'handover-over-size': ({ name, part }) => ({
    message: `“${name}” unpacks to more than Packshot reads (${part}).`,
    action: again,
  }),
  'handover-over-records': ({ name, limit }) => ({
    message: `“${name}” has more than ${formatCount(limit)} entries.`,
    action: again,
  }),
  'handover-too-much': ({ is, limit }) => ({
    message: `Your work is too large for one hand-over. The limit is ${nameLimit(is, limit)}.`,
    action: is === 'files' ? 'Hand over without the pictures’ own files.' : 'Use a shorter product list, or export the texts instead.',
  }),
  'handover-closed': () => ({ message: 'This file is no longer open.', action: 'Open it again.' }),
  'handover-being-merged': () => ({ message: 'A hand-over is being merged.', action: 'Wait until it is done. Then open the other one.' }),
  'handover-being-written': () => ({ message: 'A hand-over is already being written.', action: 'Wait until it is done, or stop it.' }),
  'handover-stopped': ({ name }) => ({ message: `Writing “${name}” was stopped.`, action: 'Hand over again to write the file.' }),
  'handover-interrupted': ({ name }) => ({
    message: `Merging “${name}” was interrupted.`,
    action: 'It continues at the next start of Packshot.',
  }),
  'handover-not-continued': () => ({
    message: 'A merge that was interrupted can’t be continued. The part that was merged is in your library.',
    action: 'Open the hand-over again to merge the rest.',
  }),
  'handover-of-other-workspace': ({ theirs, mine }) => ({
    message:
      mine === ''
        ? `The file is from the workspace ${theirs}, and you have none yet.`
        : `The file is from another workspace: ${theirs}. Yours is ${mine}${mine === theirs ? ', with another client' : ''}.`,
    action: 'Switch the workspace and open the file again, or merge it here anyway.',
  }),
  'handover-workspace-changed': () => ({
    message: 'The workspace was switched after the file was compared.',
    action: 'Open the file again to compare it with this workspace.',
  }),
  'handover-without-room': ({ name }) => ({
    message: `There is no room on the disk to merge “${name}”.`,
    action: 'Free some space, then merge it again.',
  }),
}
