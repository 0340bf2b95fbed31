import { setTimeout as sleep } from 'node:timers/promises'
import { keychainUnansweredWords } from '../../../../shared/service/session-words.ts'
import { isKeychainAsked } from './ask-in-turn.ts'

type Options = {
  readonly isAsked?: () => boolean
  readonly kill?: () => void
  /** How long an answer may still take. */
  readonly waitMs?: number
}

const killThis = (): void => {
  process.stderr.write(`packshot: ${keychainUnansweredWords}\n`)
  process.kill(process.pid, 'SIGKILL')
}

const lookEveryMs = 50

/**
 * Ends this process when everything is closed. `exit`: the normal way to end it. An unanswered prompt of the system's keychain would
 * block it forever, since Node waits for the calling thread even in `process.exit`. It then ends as if killed.
 */
export const leaveProcess = async (
  exit: () => void,
  { isAsked = isKeychainAsked, kill = killThis, waitMs = 10_000 }: Options = {},
): Promise<void> => {
  for (let waited = 0; isAsked() && waited < waitMs; waited += lookEveryMs) await sleep(lookEveryMs)
  if (isAsked()) kill()
  else exit()
}
