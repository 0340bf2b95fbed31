import { basename, dirname, join } from 'node:path'
import { AppError, toAppError } from '../../../../shared/base/errors.ts'
import type {
  HandoverChoices,
  HandoverDifference,
  HandoverKind,
  HandoverPreview,
  HandoverResult,
  HandoverWritten,
  OpenedHandover,
} from '../../../../shared/exchange/handover.ts'
import { isHandoverFileName } from '../../../../shared/exchange/handover-file-name.ts'
import { checkRoomForSets } from '../../answers/question-sets/change-sets.ts'
import { createPause } from '../../base/database/create-pause.ts'
import { type Compared, type ComparingPorts, compareHandover } from './compare-handover.ts'
import { createPlanFile, type MergePlan, planMerge, receivedFolder, type ToldMerge, toMergeError } from './merge-plan.ts'
import { type HandoverFile, openHandover } from './read-handover.ts'
import { beginCounts, type MergingPorts, runMerge } from './run-merge.ts'
import { type WritingPorts, type WritingRequest, writeHandover } from './write-handover.ts'

type Ports = WritingPorts &
  ComparingPorts &
  MergingPorts & {
    /** The active workspace; `null`: none. */
    readonly workspace: () => { readonly id: string; readonly address: string } | null
    readonly onChange: (subjects: readonly ('handover' | 'answers' | 'library' | 'products' | 'catalogue' | 'questionSets')[]) => void
    readonly log: (event: Readonly<Record<string, unknown>>) => void
  }

type Opened = {
  readonly id: string
  readonly name: string
  readonly path: string
  readonly connectionId: string | null
  readonly file?: HandoverFile
  readonly compared?: Compared
  readonly state: OpenedHandover['state']
  /** What became of a merge. `kept`: on disk, until a person has read it. */
  readonly end?: 'shown' | 'kept'
}

export type Handovers = ReturnType<typeof createHandovers>

const changedByMerge = ['handover', 'answers', 'library', 'products', 'catalogue', 'questionSets'] as const

/** Files with a person's work: written, read and merged. One is open at a time (README.md of this folder). */
export const createHandovers = (ports: Ports) => {
  const { journal, ids, onChange } = ports
  const planFile = createPlanFile({ ...ports, pause: journal.nextTurn })
  const ending = new AbortController()
  let opened: Opened | undefined
  let ended: Promise<unknown> = Promise.resolve()
  let writing: { done: number; total: number; readonly stop: AbortController } | undefined
  let running: Promise<unknown> = Promise.resolve()
  let isMerging = false
  /** Dropped while another is merged. */
  let next: Pick<Opened, 'path' | 'name'> | undefined
  const received = receivedFolder(ports.dataFolder)
  let removing: Promise<unknown> = Promise.resolve()
  /** A plan that is on disk names the file: the next start may need it. */
  let isPlanned = false
  /** What an earlier run left is known. */
  let begun: Promise<unknown> = Promise.resolve()

  /** What can’t be removed now, the next start removes. */
  const removeReceived = (path: string): void => {
    if (dirname(path) === received) removing = removing.then(() => ports.files.remove(path).catch(() => {}))
  }
  const put = (one: Opened | undefined): void => {
    if (opened?.file && opened.file !== one?.file) opened.file.close()
    if (opened && opened.path !== one?.path && !isPlanned) removeReceived(opened.path)
    opened = one
    onChange(['handover'])
  }
  const removePlan = async (): Promise<void> => {
    await planFile.remove()
    isPlanned = false
  }
  const find = (id: string): Opened => {
    if (opened?.id !== id) throw new AppError('unknown-id', { kind: 'handover-closed' }, { kept: 'nothing-changed' })
    return opened
  }
  const openFile = (path: string, name: string): Promise<HandoverFile> =>
    openHandover({ archives: ports.archives, path, name, pause: createPause(journal) })

  /** The workspace that a plan was made for. One of none yet may have been connected since. */
  const ownerOf =
    ({ connectionId }: Pick<MergePlan, 'connectionId'>) =>
    (): string | null =>
      connectionId ?? ports.workspace()?.id ?? null

  /**
   * Does what a plan says. Rejects if it was interrupted: then the plan stays, and the next start continues. A step that failed isn’t tried again by
   * itself, over what a person did since: it is told with what came before. `error`: it failed before anything came.
   */
  const run = async (plan: MergePlan, file: HandoverFile | undefined): Promise<{ result: HandoverResult; error: AppError | null }> => {
    const counts = beginCounts(plan)
    const onProgress = (done: number, total: number): void => {
      if (opened?.state.kind === 'merging') put({ ...opened, state: { kind: 'merging', done, total } })
    }
    try {
      await runMerge(ports, { plan, file, owner: ownerOf(plan), signal: ending.signal, onProgress, counts })
      return { result: { ...counts, problem: null }, error: null }
    } catch (error) {
      const known = toMergeError(error, plan.name)
      if (ending.signal.aborted || known.code === 'cancelled') throw error
      ports.log({ event: 'merge-failed', reason: known.message })
      // What was kept is of the step, not of the merge.
      const { kept: _, ...problem } = known.toRecord()
      const { pictures, sets, products, matches, cells } = counts
      const isNothing = pictures + sets + products + matches + cells === 0
      return { result: { ...counts, problem }, error: isNothing ? known : null }
    }
  }

  /** On a full disk it is only shown: a plan that stayed would be done again, over what a person did since. */
  const tell = (one: ToldMerge): Promise<void> =>
    planFile.tell(one).catch((error: unknown) => ports.log({ event: 'merge-not-told', reason: toAppError(error).message }))

  const showTold = ({ name, state }: ToldMerge): void => put({ id: ids.hex(8), name, path: '', connectionId: null, state, end: 'kept' })

  /** A plan that can’t be read is told once, and is out of the way then. */
  const tellUnread = async (error: unknown): Promise<'unread'> => {
    ports.log({ event: 'merge-not-continued', reason: toAppError(error).message })
    const problem = new AppError('file-unreadable', { kind: 'handover-not-continued' }).toRecord()
    await tell({ name: '', state: { kind: 'failed', problem } })
    await planFile.setAside()
    showTold({ name: '', state: { kind: 'failed', problem } })
    return 'unread'
  }

  /** At a start: what an interruption left is shown, and a plan continues. */
  const findInterrupted = async (): Promise<{ readonly plan: MergePlan; readonly about: Omit<Opened, 'state'> } | undefined> => {
    const plan = await planFile.read().catch(tellUnread)
    if (plan === 'unread') return undefined
    if (plan) {
      isPlanned = true
      const about = { id: ids.hex(8), name: plan.name, path: plan.path, connectionId: plan.connectionId }
      put({ ...about, state: { kind: 'merging', done: 0, total: 1 } })
      return { plan, about }
    }
    await ports.files.remove(received, { recursive: true }).catch(() => {})
    const told = await planFile.told()
    if (told) showTold(told)
    return undefined
  }

  /** Ends a merge that an interruption stopped, and keeps what became of it until a person has read it. */
  const continueMerge = async ({ plan, about }: { readonly plan: MergePlan; readonly about: Omit<Opened, 'state'> }): Promise<void> => {
    let file: HandoverFile | undefined
    try {
      if (plan.pictures.length > 0) file = await openFile(plan.path, plan.name).catch(() => undefined)
      // Some of it may have come before the interruption.
      const { result } = await run(plan, file?.manifest.id === plan.id ? file : undefined)
      const state = { kind: 'merged', result, wasInterrupted: true } as const
      await tell({ name: plan.name, state })
      await removePlan()
      put({ ...about, state, end: 'kept' })
      onChange(changedByMerge)
    } catch (error) {
      ports.log({ event: 'merge-not-continued', reason: toAppError(error).message })
      // The next start continues.
      put({ ...about, state: { kind: 'failed', problem: toAppError(error).toRecord() }, end: 'shown' })
    } finally {
      file?.close()
    }
  }

  const checkNoMerge = (): void => {
    if (isMerging) throw new AppError('usage', { kind: 'handover-being-merged' }, { kept: 'nothing-changed' })
  }

  const open = async (path: string, name = basename(path)): Promise<{ readonly id: string; readonly preview: HandoverPreview }> => {
    checkNoMerge()
    await running
    checkNoMerge()
    const active = ports.workspace()
    const about = { id: ids.hex(8), name, path, connectionId: active?.id ?? null }
    put({ ...about, state: { kind: 'reading' } })
    let file: HandoverFile | undefined
    try {
      file = await openFile(path, about.name)
      const compared = await compareHandover(ports, file, { connectionId: about.connectionId, workspace: active?.address ?? null })
      if (opened?.id !== about.id) throw new AppError('cancelled', { kind: 'handover-closed' }, { kept: 'nothing-changed' })
      put({ ...about, file, compared, state: { kind: 'ready', preview: compared.preview } })
      return { id: about.id, preview: compared.preview }
    } catch (error) {
      file?.close()
      if (opened?.id === about.id) put({ ...about, state: { kind: 'failed', problem: toAppError(error).toRecord() } })
      throw error
    }
  }

  /** Opens a file that a person dropped; what is wrong with it is in the view. While another is merged, and until its result is read, it waits. */
  const take = async (path: string, name = basename(path)): Promise<void> => {
    await begun
    if (isMerging || opened?.state.kind === 'merging' || opened?.end !== undefined) {
      if (next) removeReceived(next.path)
      next = { path, name }
      return
    }
    await open(path, name).catch(() => {})
  }

  return {
    write: async (request: Omit<WritingRequest, 'signal' | 'onProgress' | 'connectionId' | 'workspace'>): Promise<HandoverWritten> => {
      if (writing) throw new AppError('usage', { kind: 'handover-being-written' }, { kept: 'nothing-done' })
      const stop = new AbortController()
      writing = { done: 0, total: 0, stop }
      const task = async (): Promise<HandoverWritten> => {
        const active = ports.workspace()
        return writeHandover(ports, {
          ...request,
          connectionId: active?.id ?? null,
          workspace: active?.address ?? null,
          signal: AbortSignal.any([stop.signal, ending.signal]),
          onProgress: (done, total) => {
            writing = { done, total, stop }
          },
        })
      }
      const written = task().finally(() => {
        writing = undefined
      })
      ended = written.catch(() => {})
      return written
    },
    progress: () => (writing ? { done: writing.done, total: writing.total } : null),
    stopWriting: (): void => writing?.stop.abort(),
    open,
    opens: isHandoverFileName,
    fromFile: (path: string): Promise<void> => take(path),
    /** The same for one that comes as bytes: it is kept until it is closed. */
    fromBytes: async (bytes: AsyncIterable<Uint8Array>, name: string): Promise<void> => {
      const path = join(received, ids.hex(16))
      await begun
      await ports.files.makeFolder(received, 0o700)
      try {
        await ports.files.writeStream(path, bytes)
      } catch (error) {
        removeReceived(path)
        throw error
      }
      await take(path, name)
    },
    view: (): OpenedHandover | null => (opened ? { id: opened.id, name: opened.name, state: opened.state } : null),
    differences: (id: string, kind: HandoverKind, offset: number, limit: number): { total: number; rows: HandoverDifference[] } => {
      const found = find(id).compared?.differences[kind] ?? []
      return { total: found.length, rows: found.slice(offset, offset + limit) }
    },
    /** Merges the opened file. What it does is on disk before it begins, so that the next start ends what an interruption stopped. */
    merge: async (id: string, choices: HandoverChoices, isOtherFine: boolean): Promise<HandoverResult> => {
      const { compared, file, connectionId, ...about } = find(id)
      const kept = { kept: 'nothing-changed' } as const
      if (!compared || !file || isMerging) throw new AppError('unknown-id', { kind: 'handover-closed' }, kept)
      if (compared.preview.isOfOtherWorkspace && !isOtherFine)
        throw new AppError(
          'usage',
          { kind: 'handover-of-other-workspace', theirs: compared.preview.workspace ?? '', mine: ports.workspace()?.address ?? '' },
          kept,
        )
      if ((ports.workspace()?.id ?? null) !== connectionId) throw new AppError('usage', { kind: 'handover-workspace-changed' }, kept)
      isMerging = true
      const task = async (): Promise<HandoverResult> => {
        put({ ...about, file, connectionId, state: { kind: 'merging', done: 0, total: 1 } })
        const at = Math.round(ports.clock.now())
        const said = { id: file.manifest.id, name: about.name, path: about.path, connectionId, at }
        const plan = await planMerge(compared, choices, said, createPause(journal))
        checkRoomForSets(plan.sets, ports.questionSets.list())
        isPlanned = true
        await planFile.keep(plan)
        const { result, error } = await run(plan, file)
        await removePlan()
        if (error) throw error
        put({ ...about, connectionId, state: { kind: 'merged', result, wasInterrupted: false }, end: 'shown' })
        return result
      }
      const merging = task()
      running = merging.catch(() => {})
      try {
        return await merging
      } catch (error) {
        put({ ...about, connectionId, state: { kind: 'failed', problem: toAppError(error).toRecord() }, end: 'shown' })
        throw error
      } finally {
        isMerging = false
        onChange(changedByMerge)
      }
    },
    /** A file that is being merged stays open. The one that was dropped meanwhile follows. */
    close: async (id: string): Promise<void> => {
      if (opened?.id !== id || opened.state.kind === 'merging') return
      const { end } = opened
      put(undefined)
      await removing
      if (end === 'kept') await planFile.forgetTold()
      if (!next) return
      const { path, name } = next
      next = undefined
      await take(path, name)
    },
    /** Continues a merge that was interrupted. */
    begin: (): void => {
      const found = findInterrupted()
      begun = found.catch(() => {})
      running = found
        .then((interrupted) => interrupted && continueMerge(interrupted))
        .catch((error: unknown) => ports.log({ event: 'merge-not-continued', reason: toAppError(error).message }))
    },
    /** Resolves when nothing is being merged. */
    settled: (): Promise<unknown> => running,
    stop: async (): Promise<void> => {
      ending.abort()
      await Promise.all([running, ended])
      opened?.file?.close()
      opened = undefined
      await removing
    },
  }
}
