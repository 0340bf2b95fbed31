import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRandom } from '../../support/draw-pack.ts'
import { openTestCore } from '../../support/open-test-core.ts'
import type { BenchLine, BenchResult } from '../bench-line.ts'
import { seconds } from '../bench-line.ts'

const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const perFolder = 1_000
const bytes = 20_000
const longestTurnMs = 50

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const makeFiles = async (folder: string, count: number): Promise<void> => {
  const random = createRandom(5)
  for (let at = 0; at < count; at++) {
    const inside = join(folder, `day ${Math.floor(at / perFolder)}`)
    if (at % perFolder === 0) await mkdir(inside, { recursive: true })
    const noise = Buffer.alloc(bytes, Math.floor(random() * 256))
    noise.writeUInt32LE(at)
    await writeFile(join(inside, `${at}.png`), Buffer.concat([pixel, noise]))
  }
}

/** How long this thread has used a processor, in milliseconds (proc(5), schedstat); elsewhere the time itself. */
const busyTime = (): number => {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}

/** Measures `work`: its time, the time of this process's processors, the longest turn, and the most memory above what was there before. */
const measure = async (work: () => Promise<void>) => {
  const before = process.memoryUsage.rss()
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 100)
  // The turn of the event loop between two of these: as long as it used a processor, whatever else this machine does.
  let longest = 0
  let busyBefore = busyTime()
  const turning = setInterval(() => {
    const busy = busyTime()
    longest = Math.max(longest, busy - busyBefore)
    busyBefore = busy
  }, 2)
  const cpu = process.cpuUsage()
  const begun = performance.now()
  await work()
  clearInterval(sampling)
  clearInterval(turning)
  const { user, system } = process.cpuUsage(cpu)
  return { ms: performance.now() - begun, cpuMs: (user + system) / 1_000, longest, grownBytes: most - before }
}

/** Files that come at once into a watched folder, until all are in the library; a start that finds nothing new. Pictures aren't decoded. */
export const watch: BenchLine = {
  name: 'watch',
  run: async ({ folder, isSmall, say }): Promise<readonly BenchResult[]> => {
    const count = isSmall ? 1_000 : 50_000
    const watched = join(folder, 'watched')
    const data = join(folder, 'data')
    say(`making ${count} files`)
    await makeFiles(watched, count)
    const open = () => openTestCore(data, { onDamage: () => {} })
    const results: BenchResult[] = []
    const note = (what: string, { ms, cpuMs, longest, grownBytes }: Awaited<ReturnType<typeof measure>>): void => {
      results.push({
        ...{ kind: 'measured', what, ours: seconds(ms), reference: '', ratio: '', goal: `no turn over ${longestTurnMs} ms` },
        met: longest <= longestTurnMs,
        notes: [
          `longest turn ${longest.toFixed(0)} ms; ${seconds(cpuMs)} of processors; ${Math.round(grownBytes / 1e6)} MB more memory at most`,
        ],
      })
    }
    say('watching')
    const first = await open()
    await first.client.watching.add({ folder: { kind: 'path', path: watched }, rules: { upload: false } })
    note(
      `${count.toLocaleString('en')} files in a folder that is watched from now on, until all are rows (20 KB each)`,
      await measure(async () => {
        await first.core.start()
        first.core.watchFolders()
        for (let added = 0; added < count; added = (await first.client.watching.report()).added) await wait(1_000)
      }),
    )
    await first.core.stop()
    say('starting again')
    const second = await open()
    note(
      '… the first look after a start, nothing new',
      await measure(async () => {
        await second.core.start()
        second.core.watchFolders()
        while (!second.core.isWatchingQuiet()) await wait(100)
      }),
    )
    await second.core.stop()
    return results
  },
}
