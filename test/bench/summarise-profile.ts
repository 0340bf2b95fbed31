import { basename } from 'node:path'

type ProfileNode = {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}
type Profile = { readonly nodes: readonly ProfileNode[]; readonly samples: readonly number[]; readonly timeDeltas: readonly number[] }

const topCount = 12

const isOurs = (url: string): boolean => url.includes('/electron/') || url.includes('/shared/')

/** The area that a frame belongs to, as a reader of the report sees it. */
const areaOf = (url: string): string | undefined => {
  const ours = /\/electron\/(?:core\/)?([^/]+)\/[^/]+$/.exec(url)?.[1]
  if (ours !== undefined) return ours
  const library = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1]
  if (library !== undefined) return library
  return url.startsWith('node:') ? undefined : url === '' ? undefined : basename(url)
}

const nameOf = ({ functionName, url, lineNumber }: ProfileNode['callFrame']): string => {
  const name = functionName || '(anonymous)'
  if (url === '') return name
  return `${name} ${url.startsWith('node:') ? url : `${basename(url)}:${lineNumber + 1}`}`
}

/**
 * A V8 CPU profile in a few lines: share of the time by area of the code (a native or Node frame counts for the frame of ours or of a
 * library that called it), then the functions with the most self time, native ones with their caller.
 */
export const summariseProfile = (text: string): readonly string[] => {
  const profile = JSON.parse(text) as Profile
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = new Map<number, number>()
  for (const node of profile.nodes) for (const child of node.children ?? []) parents.set(child, node.id)

  const callerOf = (id: number): ProfileNode | undefined => {
    for (let at = parents.get(id); at !== undefined; at = parents.get(at)) {
      const node = nodes.get(at)
      if (node && (isOurs(node.callFrame.url) || areaOf(node.callFrame.url) !== undefined)) return node
    }
    return undefined
  }

  const areas = new Map<string, number>()
  const functions = new Map<string, number>()
  let total = 0
  for (const [index, id] of profile.samples.entries()) {
    const node = nodes.get(id)
    const spent = profile.timeDeltas[index] ?? 0
    // Starting and stopping the profiler is not our work.
    if (!node || spent <= 0 || node.callFrame.url === 'node:inspector') continue
    total += spent
    const { callFrame } = node
    const own = areaOf(callFrame.url)
    const caller = own === undefined ? callerOf(id) : undefined
    const area =
      own ?? (callFrame.functionName.startsWith('(') ? callFrame.functionName : caller ? (areaOf(caller.callFrame.url) ?? 'node') : 'node')
    areas.set(area, (areas.get(area) ?? 0) + spent)
    if (callFrame.functionName === '(idle)' || callFrame.functionName === '(program)') continue
    const key = caller && callFrame.url === '' ? `${nameOf(callFrame)} ← ${nameOf(caller.callFrame)}` : nameOf(callFrame)
    functions.set(key, (functions.get(key) ?? 0) + spent)
  }

  const shares = (of: Map<string, number>, count: number): string =>
    [...of]
      .sort(([, a], [, b]) => b - a)
      .slice(0, count)
      .map(([name, spent]) => `${((spent / total) * 100).toFixed(0)} % ${name}`)
      .join(' · ')
  return [
    `profile of the main thread, ${(total / 1000).toFixed(0)} ms: ${shares(areas, 10)}`,
    `most time of their own: ${shares(functions, topCount)}`,
  ]
}
