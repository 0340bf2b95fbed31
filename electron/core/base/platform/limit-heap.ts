import { constants, type PerformanceEntry, PerformanceObserver, type PerformanceObserverEntryList } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * The room for new objects, bytes. V8 would take 32 MB and fill most of it with garbage. Collecting an eighth of it eight times as often costs
 * no more, and frees the bytes of sent files sooner: 6.7 s of processor time for 10,000 uploads, 7.1 s with 8 MB.
 */
const youngBytes = 4 * 1024 * 1024

const mayGrow = (may: boolean): void => setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`)

const youngSize = (spaces: readonly Space[]): number => spaces.find((space) => space.space_name === 'new_space')?.space_size ?? 0

/**
 * The only WebAssembly in it is undici's parser of answers, most of it one function. Optimizing that function takes 25 MB, which the
 * process keeps, and no upload gets faster.
 */
const withoutOptimizedWasm = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

/** New objects are collected also while old ones are: on a busy computer that takes so long that they would fill three times their room. */
const withoutWaiting = '--no-separate-gc-phases'

/**
 * Garbage among old objects, bytes, after which they are collected: V8 lets a small heap double first, which is 16 MB during uploads. Not at a start,
 * when they grow for good, and not in a larger heap, where it would take long.
 */
const mostOldGarbage = 2 * 1024 * 1024
const largestHeap = 48 * 1024 * 1024
const oldPauseMs = 400

/** What Node adds to an entry of a collection; its types lack it. */
type Collected = PerformanceEntry & { readonly detail?: { readonly kind?: number } }

const isOfOldObjects = (entry: Collected): boolean => entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR

type Space = ReturnType<typeof getHeapSpaceStatistics>[number]

const oldBytes = (spaces: readonly Space[]): number =>
  spaces.reduce((sum, { space_name: name, space_used_size: used }) => (/^(?:old|large_object)_space$/.test(name) ? sum + used : sum), 0)

type Collect = (options: { readonly type: 'major'; readonly execution: 'async' }) => unknown

const findCollector = (): Collect => {
  try {
    setFlagsFromString('--expose-gc')
    return runInNewContext('gc') as Collect
  } catch {
    // This host fixes its flags: V8 collects when it wants to.
    return () => undefined
  }
}

const createOldCollector = () => {
  let kept = Number.POSITIVE_INFINITY
  let lastAt = 0
  let collect: Collect | undefined
  /** Bytes that old objects grow by before they are collected: twice as many each time that most of them are still in use. */
  let growth = mostOldGarbage
  return {
    wasCollected: (spaces: readonly Space[]): void => {
      const before = kept
      kept = oldBytes(spaces)
      growth = kept < before + growth / 2 ? mostOldGarbage : growth * 2
      lastAt = performance.now()
    },
    look: (spaces: readonly Space[]): void => {
      const used = oldBytes(spaces)
      if (used < kept + growth || used > largestHeap || performance.now() < lastAt + oldPauseMs) return
      lastAt = performance.now()
      collect ??= findCollector()
      void collect({ type: 'major', execution: 'async' })
    },
  }
}

/** Keeps this process small. Call it once, before most modules are loaded: loading them would grow the heap first. */
export const limitHeap = (): void => {
  for (const flag of [...withoutOptimizedWasm, withoutWaiting]) setFlagsFromString(flag)
  let isGrowing = false
  mayGrow(isGrowing)
  const old = createOldCollector()
  const look = (list: PerformanceObserverEntryList): void => {
    const spaces = getHeapSpaceStatistics()
    const isSmall = youngSize(spaces) < youngBytes
    if (isSmall !== isGrowing) mayGrow(isSmall)
    isGrowing = isSmall
    if (list.getEntries().some(isOfOldObjects)) old.wasCollected(spaces)
    else old.look(spaces)
  }
  new PerformanceObserver(look).observe({ entryTypes: ['gc'] })
}

/**
 * Gives a thread that is being created this much room for new objects, in MB, where the host lets flags change: it would begin with one, and not get more
 * where `limitHeap` was called, since flags are those of the process. Returns what ends that for other threads; call it once the thread runs.
 */
export const giveRoomForNew = (mb: number): (() => void) => {
  const give = (size: number): void => setFlagsFromString(`--min-semi-space-size=${size}`)
  give(mb)
  return () => give(0)
}
