import { type QueryClient, type QueryKey, useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { createTurns } from './turns.ts'

type Query<Value> = { readonly queryKey: QueryKey; readonly queryFn: (context: never) => Value | Promise<Value> }

/**
 * Saves changes of a value one after another, and shows all of them at once: a checkbox that showed only what is saved would be drawn with
 * its earlier state after a click. A change that fails is dropped; the others stay.
 */
export const createSaver = <Value>(queries: QueryClient, { queryKey, queryFn }: Query<Value>) => {
  const options = { queryKey, queryFn: queryFn as () => Promise<Value> }
  /** With the changes that are not saved yet; `null`: there are none. */
  const useChanged = create<{ readonly changed: { readonly value: Value } | null }>(() => ({ changed: null }))
  const changes: ((value: Value) => Value)[] = []
  const turns = createTurns()

  const show = (): void => {
    const saved = queries.getQueryData<Value>(queryKey)
    if (saved === undefined || changes.length === 0) useChanged.setState({ changed: null })
    else useChanged.setState({ changed: { value: changes.reduce<Value>((value, change) => change(value), saved) } })
  }
  const run = async (change: (value: Value) => Value, save: (value: Value) => Promise<Value>): Promise<void> => {
    try {
      // Read again if the one before failed: its answer may be lost, or the core another one.
      const saved = await save(change(await queries.fetchQuery({ ...options, staleTime: Number.POSITIVE_INFINITY })))
      // One that began before this change could answer after it.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, saved)
    } catch (error) {
      // It may have been saved even so. Those who show it read it now, the next change in its turn.
      void queries.invalidateQueries({ queryKey })
      throw error
    } finally {
      changes.splice(changes.indexOf(change), 1)
      show()
    }
  }
  return {
    /** The value as it will be once everything is saved. `undefined`: it is not read yet. */
    useValue: () => {
      const { data, error } = useQuery(options, queries)
      const changed = useChanged((state) => state.changed)
      return { value: changed ? changed.value : data, error }
    },
    /** The same, without following it. */
    value: (): Value | undefined => {
      const { changed } = useChanged.getState()
      return changed ? changed.value : queries.getQueryData<Value>(queryKey)
    },
    /** Once all changes so far are saved, or dropped. */
    saved: (): Promise<void> => turns.run(async () => {}),
    /** `change` may be called several times; `save` is called once, in its turn, and returns what is saved then. Rejects if it can't be saved. */
    change: (change: (value: Value) => Value, save: (value: Value) => Promise<Value>): Promise<void> => {
      // A function of its own, so that the same change can wait twice.
      const one = (value: Value): Value => change(value)
      changes.push(one)
      show()
      return turns.run(() => run(one, save))
    },
  }
}
