import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** What an app's processes use while nothing happens, all of them together. */
export type Idle = {
  /** Memory in MB that only it uses, and its part of what it shares (Linux’s Pss), swapped out or not. */
  readonly memoryMb: number
  /** How often one of its threads went to sleep and was woken, per second. */
  readonly wakeUps: number
  /** Of those, by kind of process, the busiest first. */
  readonly byProcess: readonly (readonly [kind: string, perSecond: number])[]
}

const text = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')

/** A process and all that it started, directly or not. */
const familyOf = async (pid: number): Promise<number[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = new Map<number, number>()
  for (const one of pids) parents.set(one, Number(/\) \S (\d+) /.exec(await text(`/proc/${one}/stat`))?.[1]))
  const isOf = (one: number | undefined): boolean => one === pid || (one !== undefined && isOf(parents.get(one)))
  return pids.filter(isOf)
}

/** The main process, or Chromium’s name for another one. */
const kindOf = async (pid: number): Promise<string> => {
  const [, kind] = /--(?:utility-sub-)?type=([\w.-]+)/.exec((await text(`/proc/${pid}/cmdline`)).replaceAll('\0', ' ')) ?? []
  return kind ?? 'main'
}

const switchesOf = async (pid: number): Promise<number> => {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const counts = threads.map(async (thread) =>
    Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(await text(`/proc/${pid}/task/${thread}/status`))?.[1] ?? 0),
  )
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0)
}

const memoryOf = async (pid: number): Promise<number> => {
  const rollup = await text(`/proc/${pid}/smaps_rollup`)
  // A system may swap out an idle process within seconds.
  return [...rollup.matchAll(/^(?:Pss|SwapPss):\s+(\d+) kB$/gm)].reduce((sum, [, kb]) => sum + Number(kb), 0) / 1024
}

/** Watches an app, named by its main process, for this long. */
export const watchIdle = async (pid: number, ms: number): Promise<Idle> => {
  const family = await familyOf(pid)
  const before = await Promise.all(family.map(switchesOf))
  const begun = performance.now()
  await wait(ms)
  const after = await Promise.all(family.map(switchesOf))
  const seconds = (performance.now() - begun) / 1000
  const memory = await Promise.all(family.map(memoryOf))
  const byKind = new Map<string, number>()
  for (const [at, one] of family.entries()) {
    const kind = await kindOf(one)
    // A process that ended meanwhile has no more count.
    const perSecond = Math.max(0, (after[at] ?? 0) - (before[at] ?? 0)) / seconds
    byKind.set(kind, (byKind.get(kind) ?? 0) + perSecond)
  }
  return {
    memoryMb: memory.reduce((sum, one) => sum + one, 0),
    wakeUps: [...byKind.values()].reduce((sum, one) => sum + one, 0),
    byProcess: [...byKind].toSorted(([, one], [, other]) => other - one),
  }
}
