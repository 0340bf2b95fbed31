import { setImmediate as nextTurn } from 'node:timers/promises'

/** What the event loop calls work that will end by itself: a file that is read or written, a name that is looked up, a connection being made. */
const work = /Req(Promise|Callback|Wrap)?$|ConnectWrap$|WriteWrap$|ShutdownWrap$|^Immediate$/

/** In each turn the event loop takes what has arrived on any connection; an answer on loopback needs a few of them. */
const quietTurns = 20

/**
 * Resolves once nothing is under way in this process and nothing has come over a connection for several turns of the event loop: whatever
 * happens then is begun by a timer, another process or the test. Doesn't see what a thread of its own computes.
 */
export const nothingUnderWay = async (): Promise<void> => {
  for (let quiet = 0; quiet < quietTurns; ) {
    await nextTurn()
    quiet = process.getActiveResourcesInfo().some((one) => work.test(one)) ? 0 : quiet + 1
  }
}
