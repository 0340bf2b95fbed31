import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startDisplay } from '../../support/display.ts'
import { lackForElectronTests } from '../../support/electron-host.ts'
import { median } from '../alternate.ts'
import type { BenchContext, BenchLine, BenchResult } from '../bench-line.ts'
import { startService } from '../start-service.ts'
import type { DrivenApp } from '../window/driven-app.ts'
import { connectByHand, openEmptyWindow, openWelcome } from '../window/open-scene.ts'
import { type Idle, watchIdle } from '../window/watch-idle.ts'

const goals = { memory: 1.55, wakeUps: 5 }
/**
 * Until all that a start sets off is over: the window's other parts, the first looks, kept connections, the collection of garbage. An empty window sets
 * off little: after ten seconds it has 2 % more memory than after forty.
 */
const times = { ours: { settleMs: 40_000, watchMs: 20_000 }, empty: { settleMs: 10_000, watchMs: 10_000 } }

const measureOne = async ({ isSmall }: BenchContext, app: DrivenApp, { settleMs, watchMs }: typeof times.ours): Promise<Idle> => {
  try {
    await wait(isSmall ? settleMs / 5 : settleMs)
    return await watchIdle(app.pid, isSmall ? watchMs / 5 : watchMs)
  } finally {
    await app.close()
  }
}

const describe = ({ byProcess }: Idle): string => byProcess.map(([kind, perSecond]) => `${kind} ${perSecond.toFixed(1)}`).join(', ')

const toResults = (ours: readonly Idle[], reference: readonly Idle[]): readonly BenchResult[] => {
  const middle = (all: readonly Idle[], key: 'memoryMb' | 'wakeUps'): number => median(all.map((one) => one[key]))
  const [memory, emptyMemory] = [middle(ours, 'memoryMb'), middle(reference, 'memoryMb')]
  const [wakeUps, emptyWakeUps] = [middle(ours, 'wakeUps'), middle(reference, 'wakeUps')]
  const [one, empty] = [ours.at(-1), reference.at(-1)]
  return [
    {
      kind: 'measured',
      what: 'Memory while idle, connected, window open: all processes (an empty Electron window)',
      ours: `${memory.toFixed(0)} MB`,
      reference: `${emptyMemory.toFixed(0)} MB`,
      ratio: `${(emptyMemory / memory).toFixed(2)}×`,
      goal: `≤ ${goals.memory}× its memory`,
      met: memory <= emptyMemory * goals.memory,
      notes: [`${(memory / emptyMemory).toFixed(2)}× its memory; Pss and SwapPss of /proc/PID/smaps_rollup, summed`],
    },
    {
      kind: 'measured',
      what: 'Wake-ups a second while idle, connected, window open: all threads (an empty Electron window)',
      ours: wakeUps.toFixed(1),
      reference: emptyWakeUps.toFixed(1),
      ratio: '',
      goal: `≤ ${goals.wakeUps} more`,
      met: wakeUps - emptyWakeUps <= goals.wakeUps,
      notes: [
        `voluntary_ctxt_switches of all threads over ${times.ours.watchMs / 1000} s, of the empty window ${times.empty.watchMs / 1000} s`,
        ...(one && empty ? [`ours: ${describe(one)}; empty window: ${describe(empty)}`] : []),
      ],
    },
  ]
}

export const idle: BenchLine = {
  name: 'idle',
  run: async (context) => {
    const lack = process.platform === 'linux' ? lackForElectronTests() : 'wake-ups are read from /proc, which Linux has'
    if (lack !== null) return [{ kind: 'skipped', what: 'An idle window', reason: lack }]
    const service = await startService(0)
    const display = await startDisplay()
    const [ours, reference]: [Idle[], Idle[]] = [[], []]
    try {
      for (let run = 0; run < context.runs; run++) {
        context.say(`idling, ${run + 1} of ${context.runs}`)
        const folders = [join(context.folder, `idle-${run}`), join(context.folder, `idle-empty-${run}`)] as const
        for (const folder of folders) await mkdir(folder)
        const app = await openWelcome({ dataFolder: folders[0], display: display.name })
        await connectByHand(app, service.baseUrl)
        ours.push(await measureOne(context, app, times.ours))
        const empty = await openEmptyWindow({ dataFolder: folders[1], display: display.name })
        reference.push(await measureOne(context, empty, times.empty))
      }
      return toResults(ours, reference)
    } finally {
      await display.stop()
      await service.stop()
    }
  },
}
