import { AppError } from '../../shared/base/errors.ts'

/** It can't be undone any more, however often it is tried: it isn't offered again. */
export const isOver = (error: unknown): boolean => error instanceof AppError && (error.code === 'usage' || error.code === 'unknown-id')

/** Something that a person did in this window, the newest last. */
type Done = {
  /** As its note says it, e.g. “3 pictures removed”. */
  readonly what: string
  /** Names a change that can be undone elsewhere, too. */
  readonly key: string | null
  /** Undoes exactly this. Says why not, and resolves with `false`, if it fails. `null`: it can't be undone. */
  readonly undo: (() => unknown) | null
  /** What to do where it can't be undone. */
  readonly instead: string
}

/** Older ones are forgotten. */
const mostKept = 50

/** An empty list of actions that can be undone. */
export const createUndoList = () => {
  let all: readonly Done[] = []
  const watchers = new Set<() => void>()
  const set = (next: readonly Done[]): void => {
    all = next.slice(-mostKept)
    for (const watch of watchers) watch()
  }

  /** Actions under way: each is added once it has ended. */
  const doing = new Set<Promise<unknown>>()

  /** Ctrl/⌘ Z pressed meanwhile is about this. */
  const doNow = <T>(work: Promise<T>): Promise<T> => {
    doing.add(work)
    const end = (): void => void doing.delete(work)
    work.then(end, end)
    return work
  }

  /** Undoes it, once. */
  const run = async (one: Done): Promise<void> => {
    const at = all.indexOf(one)
    if (at < 0 || !one.undo) return
    set(all.toSpliced(at, 1))
    const isUndone = await one.undo()
    if (isUndone === false) set(all.toSpliced(Math.min(at, all.length), 0, one))
  }

  /** Remembers what was done; returns a function that undoes exactly that. `onGone`: called once that is no longer possible. */
  const keepUndo = (
    what: string,
    undo: NonNullable<Done['undo']>,
    { key = null, onGone }: { readonly key?: string | null; readonly onGone?: () => void } = {},
  ): (() => void) => {
    const one: Done = { what, key, undo, instead: '' }
    set([...all, one])
    if (onGone) {
      const watch = (): void => {
        if (all.includes(one)) return
        watchers.delete(watch)
        onGone()
      }
      watchers.add(watch)
    }
    return () => void run(one)
  }

  /** Remembers what was done and can't be undone, so that Ctrl/⌘ Z says so instead of undoing what was done before. */
  const noteFinal = (what: string, instead: string): void => set([...all, { what, key: null, undo: null, instead }])

  /** It was undone in another way. */
  const forgetUndo = (key: string): void => set(all.filter((one) => one.key !== key))

  /** Undoes what was done last. Resolves with it if it can't be undone; the next call is about what was done before it. `null`: nothing is known. */
  const undoNewest = async (): Promise<'undone' | Pick<Done, 'what' | 'instead'> | null> => {
    await Promise.allSettled(doing)
    const one = all.at(-1)
    if (!one) return null
    if (!one.undo) {
      set(all.slice(0, -1))
      return one
    }
    void run(one)
    return 'undone'
  }
  return { doNow, forgetUndo, keepUndo, noteFinal, undoNewest }
}

/** The actions of this window. */
export const { doNow, forgetUndo, keepUndo, noteFinal, undoNewest } = createUndoList()
