import { setTimeout as sleep } from 'node:timers/promises'
import { isKeychainAsked } from './ask-in-turn.ts'

type Options = { readonly isAsked?: () => boolean; readonly kill?: () => void; readonly waitMs?: number }

const lookEveryMs = 50

/**
 * Ends this process when everything is closed. `exit`: how it ends by itself. A question of the system's keychain that nobody answers would
 * hold it for ever, since Node waits for the thread that asked, also in `process.exit`: then it ends as if it were killed.
 */
export const leaveProcess = async (
  exit: () => void,
  { isAsked = isKeychainAsked, kill = () => void process.kill(process.pid, 'SIGKILL'), waitMs = 10_000 }: Options = {},
): Promise<void> => {
  for (let waited = 0; isAsked() && waited < waitMs; waited += lookEveryMs) await sleep(lookEveryMs)
  if (isAsked()) kill()
  else exit()
}
