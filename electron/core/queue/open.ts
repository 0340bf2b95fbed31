import { changedByJobs } from '../activity/lists/changed-by-jobs.ts'
import { createSettingsStore } from '../base/settings/settings-store.ts'
import type { CoreSignals } from '../core-signals.ts'
import type { CoreLibrary } from '../open-library.ts'
import { createOperations } from '../operations.ts'
import type { SentFiles } from '../pictures/library/sent-files.ts'
import type { Publisher } from '../pictures/publishing/publisher.ts'
import type { CorePorts } from '../ports.ts'
import type { ActiveConnection } from '../workspaces/connections/active-connection.ts'
import { keepSampleRunning } from '../workspaces/sample/keep-sample-running.ts'
import { restartSample } from '../workspaces/sample/restart-sample.ts'
import { createPersonPause } from './person-pause.ts'
import { createScheduler } from './scheduler.ts'
import { createUnsentAttempts } from './unsent-attempts.ts'

type Ports = {
  readonly ports: CorePorts
  readonly library: CoreLibrary
  readonly active: ActiveConnection
  readonly publisher: Publisher
  readonly sentFiles: SentFiles
  readonly signals: CoreSignals
}

/** The queue at work, for the active workspace; the sample workspace is kept running while it is that one. */
export const openWork = ({ ports, library, active, publisher, sentFiles, signals }: Ports) => {
  const { journal, jobs, watch } = library
  const announce = signals.changed.send
  const operations = createOperations({ ...library, sentFiles, files: ports.files, putIntoBucket: publisher.put })
  const concurrency = { ...ports.concurrency }
  const settings = createSettingsStore(journal, ports.concurrency['upload-source'])
  const setAtOnce = (count: number): void => void Object.assign(concurrency, { 'upload-source': count, 'analyse-image': count })
  if (settings.isSet('atOnce')) setAtOnce(settings.get().atOnce)
  const unsentAttempts = createUnsentAttempts(ports)
  const scheduler = createScheduler({
    ...ports,
    onUnsent: unsentAttempts.note,
    journal,
    jobs,
    concurrency,
    operations,
    workplace: active.workplace,
    onChange: (changed) => {
      announce(changedByJobs(operations, changed))
      publisher.sweepSoon()
    },
  })
  const sample = keepSampleRunning({
    ...ports,
    isWanted: () => active.get()?.connection.isSample ?? false,
    isUp: active.isSampleUp,
    ensure: active.ensureSample,
    rest: scheduler.rest,
    hold: (why) => {
      scheduler.holdOffline(why)
      announce(['jobs'])
    },
    release: () => {
      scheduler.retryNow()
      announce(['jobs'])
    },
  })
  signals.sampleDied.listen(sample.died)
  signals.workspaceUsed.listen(sample.look)
  signals.sessionChanged.listen(() => {
    sample.look()
    if (active.get()?.session.state().kind === 'signed-in') scheduler.liftHolds('signed-out')
  })
  watch?.listen(({ kind, error }) => {
    scheduler.holdForTrouble(error)
    // Callers of the failed step are notified before the host.
    ports.timers.soon(() => {
      announce(['jobs'])
      if (kind === 'damaged') ports.onDamage?.(error)
      else ports.onFatal?.(error)
    })
  })
  return {
    operations,
    settings,
    scheduler,
    unsentAttempts,
    pause: createPersonPause({ journal, scheduler, outlastsCore: ports.keepsPause ?? false }),
    /** Starts an abandoned sample workspace again. */
    trySample: sample.tryNow,
    /** Restarts the sample workspace's process; the queue waits meanwhile. */
    restartSample: () => restartSample({ timers: ports.timers, scheduler, stop: active.stopSample, ensure: active.ensureSample }),
    /** How many uploads and questions run at once, from now on. */
    setAtOnce: (count: number): void => {
      setAtOnce(count)
      scheduler.wake()
    },
    /** A sample workspace that does not start sets a hold, and is retried. Resolves after its first try. */
    start: (): Promise<void> => {
      // The queue rests from here on, if it is the sample workspace's: it is not up yet.
      const sampleTried = sample.begin()
      scheduler.start()
      return sampleTried
    },
    /** The sample workspace's watch ends first: it would start it again while the last jobs end. */
    stop: (): Promise<number> => {
      sample.stop()
      return scheduler.stop()
    },
  }
}
export type Work = ReturnType<typeof openWork>
