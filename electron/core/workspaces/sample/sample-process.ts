import type { RunningSampleWorkspace } from './running-sample.ts'

type Ports = {
  readonly start: () => Promise<RunningSampleWorkspace>
  /** It is listening, possibly at a new address. */
  readonly onUp: (running: RunningSampleWorkspace) => Promise<void>
  /** It ended unexpectedly; `how` in a few words. */
  readonly onDeath: (how: string) => void
}

/** The sample workspace's process: started when first needed, once for concurrent callers, and again after a crash. */
export const createSampleProcess = ({ start, onUp, onDeath }: Ports) => {
  let current: RunningSampleWorkspace | undefined
  let starting: Promise<RunningSampleWorkspace> | undefined

  const begin = async (): Promise<RunningSampleWorkspace> => {
    const started = await start()
    try {
      await onUp(started)
    } catch (error) {
      await started.stop()
      throw error
    }
    current = started
    void started.ended.then((how) => {
      if (current !== started) return
      current = undefined
      onDeath(how)
    })
    return started
  }

  return {
    isUp: (): boolean => current !== undefined,
    /** Errors: `offline` when it does not come up. */
    ensure: (): Promise<RunningSampleWorkspace> => {
      if (current) return Promise.resolve(current)
      starting ??= begin().finally(() => {
        starting = undefined
      })
      return starting
    },
    /** Ends it, even while it is starting. */
    stop: async (): Promise<void> => {
      await starting?.catch(() => undefined)
      const stopped = current
      current = undefined
      await stopped?.stop()
    },
  }
}
