import { randomUUID } from 'node:crypto'
import type { ElectronApplication } from 'playwright'

type Call = { readonly id: string; readonly source: string; readonly given: unknown }

/** In the app's main process, which keeps each call's promise by its id. */
const callOnce = (electron: unknown, { id, source, given }: Call): Promise<unknown> => {
  const kept: Map<string, Promise<unknown>> = Reflect.get(globalThis, 'keptCalls') ?? new Map()
  Reflect.set(globalThis, 'keptCalls', kept)
  const known = kept.get(id)
  if (known !== undefined) return known
  const work = process.getBuiltinModule('vm').runInThisContext(`(${source})`) as (one: unknown, other: unknown) => unknown
  const made = Promise.resolve(work(electron, given))
  kept.set(id, made)
  return made
}

const isLost = (error: unknown): boolean => /promise was garbage collected/.test(String(error))

/**
 * Replaces the app's `evaluate`. V8's inspector loses a call whose promise is garbage collected before its result was read,
 * though it ran: this asks for the result again, and runs the call only once.
 */
export const withEvaluateOnce = (app: ElectronApplication): ElectronApplication => {
  const evaluate = async (work: (electron: unknown, given: unknown) => unknown, given?: unknown): Promise<unknown> => {
    const call: Call = { id: randomUUID(), source: String(work), given }
    for (let tries = 1; ; tries++) {
      try {
        return await app.evaluate(callOnce, call)
      } catch (error) {
        if (!isLost(error) || tries === 5) throw error
      }
    }
  }
  return new Proxy(app, {
    get: (target, name) => {
      if (name === 'evaluate') return evaluate
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
