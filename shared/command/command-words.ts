import { keptWords } from '../base/kept-words.ts'
import { countOf } from '../base/number-words.ts'
import type { UnfinishedPlan } from '../products/plans.ts'
import { describeFailed } from '../products/plans-words.ts'
import type { Hold } from '../queue/jobs.ts'
import type { OperationName } from '../queue/operations.ts'
import { operationWords } from '../queue/operations-words.ts'

/** Sentences of the `packshot` command. Text from services and files must be cleaned by the caller; advice is passed as typed. */

/** Parked jobs: "1 needs attention", "2 need attention". */
export const needYou = (parked: number): string => `${parked} ${parked === 1 ? 'needs' : 'need'} attention`

/** The heading above a hold's reason, by kind; `null`: the reason needs none. */
const headings: Readonly<Record<Hold['kind'], string | null>> = {
  'no-connection': 'No workspace is connected',
  'signed-out': 'Signed out',
  offline: 'Offline',
  paused: 'Paused',
  scope: 'Not allowed',
  'not-allowed': 'Not allowed',
  refused: 'Refused',
  failing: 'The service is failing',
  pacing: 'Waiting',
  limit: 'Stopped',
  'disk-full': null,
  damaged: null,
}

/** Why work waits. `reason`: the problem, without what was kept, and what to do, if known. */
export const holdWords = (
  { kind, operation }: Pick<Hold, 'kind' | 'operation'>,
  reason: { readonly cause: string; readonly action: string } | null,
): string => {
  const heading = headings[kind]
  const subject = operation === null ? '' : ` (${operationWords[operation].jobs})`
  if (kind === 'no-connection')
    return `${heading}. ${keptWords.queue} Connect one: “packshot connect --sample” or “packshot connect FILE.packshot”.`
  if (reason === null) return `${heading ?? 'Waiting'}${subject}. ${keptWords.queue}`
  const words = `${reason.cause} ${keptWords.queue} ${reason.action}`
  return heading === null ? words : `${heading}${subject}: ${words}`
}

export const waitingWords = (
  operation: OperationName,
  { message, action }: { readonly message: string; readonly action: string },
): string => `Waiting (${operationWords[operation].jobs}): ${message} ${action}`

/** `done`: of this run. */
export type RunCounts = { readonly done: number; readonly waiting: number; readonly parked: number }

export const progressWords = ({ done, waiting, parked }: RunCounts): string => `${done} done, ${waiting} to do, ${needYou(parked)}`

export const runCountWords = ({ done, waiting, parked }: RunCounts): string =>
  `${countOf(done, 'job')} done, ${waiting} waiting, ${needYou(parked)}${parked > 0 ? ' (see “packshot jobs --state parked”)' : ''}.`

/** Why a run ended before its work. `continues`: the next run continues by itself; no person is needed first. */
export const leftWords = (because: 'time' | 'stopped', continues: boolean): string =>
  `${because === 'time' ? 'The timeout was reached.' : 'Stopped.'} ${keptWords.queue}${continues ? ' The next “packshot run” continues.' : ''}`

export const mergeLeftWords = 'The merge of a hand-over is not complete. The next “packshot run” continues it.'

export const cutOffWords = (requests: number): string =>
  `${countOf(requests, 'request')} ${requests === 1 ? 'was' : 'were'} cut off before an answer came.`

/** Work of a workspace that is not active. */
export const elsewhereWords = ({
  name,
  baseUrl,
  credentials,
  waiting,
  parked,
}: {
  readonly name: string
  readonly baseUrl: string
  readonly credentials: 'oauth' | 'api-key' | 'relay'
  readonly waiting: number
  readonly parked: number
}): string => {
  const waits = waiting > 0 ? [`${countOf(waiting, 'job')} of ${name} (${baseUrl}) ${waiting === 1 ? 'waits' : 'wait'}`] : []
  const needs =
    parked > 0
      ? [waiting > 0 ? needYou(parked) : `${countOf(parked, 'job')} of ${name} (${baseUrl}) ${parked === 1 ? 'needs' : 'need'} attention`]
      : []
  const them = waiting + parked === 1 ? 'it' : 'them'
  const how =
    credentials === 'api-key'
      ? `“packshot run --api-key-stdin --base-url ${baseUrl}” continues with ${them}.`
      : `Connect that workspace again to continue with ${them}.`
  return `${[...waits, ...needs].join(', ')}. ${how}`
}

/** Work that waited for a mistyped address and moves to another, as a person chose. */
export const takenOverWords = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  `Work that waited for ${from} goes to ${to} now.`

/** After a run: products that no job shows. */
export const failedPlanWords = (plan: UnfinishedPlan): string => `${describeFailed(plan)} “packshot plans ${plan.planId}” says why.`

/** After a run without results at an address that was never tested. */
export const isAddressRightWords = (baseUrl: string): string =>
  `Is ${baseUrl} the right address? If not, send the waiting work to the right one: “packshot run --api-key-stdin --base-url URL --instead-of ${baseUrl}”.`

/** `isNew`: it was connected or signed in just now. */
export const connectedWords = ({
  name,
  baseUrl,
  how,
  isNew,
}: {
  readonly name: string
  readonly baseUrl: string
  readonly how: 'sign-in' | 'key'
  readonly isNew: boolean
}): string => {
  if (how === 'key') return `Connected to ${name} (${baseUrl}) with an API key.`
  return isNew ? `Connected to ${name} (${baseUrl}) and signed in.` : `Still signed in to ${name} (${baseUrl}).`
}

export const sessionLostWords = (reason: string): string => `${reason} Signing in again.`

export const departuresWords = (lines: readonly string[]): string =>
  ['It changes what is usual, or known of this workspace:', ...lines.map((line) => `- ${line}`)].join('\n')

export const notCheckedWords = (reason: string, action: string): string => `The sign-in could not be checked. ${reason} ${action}`

export const anotherUserWords =
  'Sign in as the other user in the browser. If the page names the first user, sign out there, or open the address in a private window. ' +
  'Until the other user has allowed access, nothing changes here.'

export const unnamedWorkspaceWords =
  'Packshot can’t tell which workspace this is; the page in your browser named it. Was it the wrong one? Disconnect it: “packshot disconnect”.'

export const endsKeptSessionWords = (name: string): string =>
  `A sign-in for ${name} is kept in the keychain. If you sign in as the same user, the service ends the kept one: it allows one session per ` +
  'client, user and workspace. To use the kept sign-in instead, press Ctrl-C and run “packshot run” without --connect.'

/** `reason`: why there is no keychain. */
export const inMemoryWords = (reason: string): string => `${reason} Secrets are kept in memory and forgotten when Packshot ends.`

export const notGivenBackWords = (reason: string): string => `The access of this run could not be revoked. ${reason}`

export const stoppedSigningInWords = 'Stopped before the sign-in was complete. Nothing was sent, and everything queued is kept.'

/** The service can be reached, but is slow. */
export const slowWords = (requests: number, seconds: number): string =>
  `The service is slow to answer: ${countOf(requests, 'request')} without an answer for ${seconds} seconds. Packshot keeps waiting.`

const shownNames = 3

/** Work that may have been done twice after lost answers; `names`: cleaned names of the pictures or products. */
export const repeatedWords = (operation: OperationName, count: number, names: readonly string[]): string => {
  const shown = [...new Set(names)].slice(0, shownNames)
  const more = count > shown.length && shown.length > 0 ? ', …' : ''
  return `${operationWords[operation].mayBeTwice(count)}${shown.length > 0 ? ` (${shown.join(', ')}${more})` : ''}.`
}

const quoted = (name: string): string => (/^[\w.-]+$/.test(name) ? name : `"${name}"`)

/** `profiles`: those that were named; absent: those in use. Only their rules say whether text is read. */
export const toMeasureWords = (profiles: readonly string[] | undefined): string =>
  profiles === undefined
    ? 'To measure what is not measured yet: “packshot check --measure”.'
    : `To measure what is not measured yet: “packshot check --measure --profile ${profiles.map(quoted).join(' ')}”.`

/** After measuring where no rule is to be checked. */
export const measuredWords = 'The pictures are measured. No requirement profile is in use, so nothing was checked.'
