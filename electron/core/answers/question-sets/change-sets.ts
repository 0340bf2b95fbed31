import {
  completeSet,
  findSetProblem,
  isSameSet,
  longestSetName,
  mostSets,
  type QuestionSetDraft,
  type SetContent,
  sameName,
} from '../../../../shared/answers/question-set-problems.ts'
import type { QuestionSet } from '../../../../shared/answers/question-sets.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import type { OfferedSet } from '../../../../shared/workspaces/offered-set.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { SetStore } from './set-store.ts'

type Ports = {
  readonly journal: Journal
  readonly questionSets: SetStore
  readonly clock: { readonly now: () => number }
}

export type SetToSave = QuestionSetDraft & {
  /** Absent: a new set. An id that is not known any more: that set comes back. */
  readonly id?: string | undefined
  /** `changedAt` of the set as the person opened it; absent: whatever is kept is replaced. */
  readonly seen?: number | undefined
  /** Where a new set goes, from 0; absent: to the end. */
  readonly place?: number | undefined
}

const refuse = (failure: ConstructorParameters<typeof AppError>[1]): AppError => new AppError('usage', failure, { kept: 'nothing-changed' })

const checkRoom = (sets: readonly QuestionSet[]): void => {
  if (sets.length >= mostSets) throw refuse({ kind: 'sets-too-many', limit: mostSets })
}

/** Keeps a set. Errors: `usage` that says what is wrong with it. */
export const saveSet = async ({ journal, questionSets, clock }: Ports, { id, seen, place, ...draft }: SetToSave): Promise<QuestionSet> => {
  const problem = findSetProblem(draft)
  if (problem) throw refuse(problem)
  const content = completeSet(draft)
  const saved = journal.write(() => {
    const sets = questionSets.list()
    const known = sets.find((one) => one.id === id)
    if (sets.some((one) => one.id !== id && sameName(one.name, content.name))) throw refuse({ kind: 'set-name-taken', name: content.name })
    if (!known) checkRoom(sets)
    if (known && seen !== undefined && known.changedAt !== seen) throw refuse({ kind: 'set-changed-since', name: known.name })
    // Two changes in the same millisecond are two changes.
    const changedAt = Math.max(Math.ceil(clock.now()), (known?.changedAt ?? 0) + 1)
    const set: QuestionSet = { id: id ?? journal.newId('set_'), ...content, changedAt }
    questionSets.put(set, place)
    return set
  })
  await journal.durable()
  return saved
}

/** Removes a set, which can be restored for a while, and returns it with its place, so that saving it there undoes this. Its cells and what is under way stay. */
export const removeSet = async (
  { journal, questionSets, clock }: Ports,
  id: string,
): Promise<{ readonly set: QuestionSet; readonly place: number }> => {
  const removed = journal.write(() => {
    const sets = questionSets.list()
    const place = sets.findIndex((one) => one.id === id)
    const set = sets[place]
    if (!set) throw new AppError('unknown-id', { kind: 'set-unknown' }, { kept: 'nothing-changed' })
    questionSets.remove(id, clock.now())
    return { set, place }
  })
  await journal.durable()
  return removed
}

/** The name, or the first one with a number that no set has. */
const freeName = (name: string, kept: readonly QuestionSet[]): string => {
  for (let count = 1; ; count++) {
    const end = count === 1 ? '' : ` ${count}`
    const free = `${name.slice(0, longestSetName - end.length)}${end}`
    if (!kept.some((one) => sameName(one.name, free))) return free
  }
}

/** Puts removed sets back at the end, under another name where theirs was given again. Returns how many. Called inside `journal.write`. Errors: `usage`. */
export const restoreSets = ({ questionSets, clock }: Omit<Ports, 'journal'>, ids: readonly string[]): number =>
  ids.filter((id) => {
    const set = questionSets.getRemoved(id)
    if (!set) return false
    const kept = questionSets.list()
    checkRoom(kept)
    questionSets.put({ ...set, name: freeName(set.name, kept), changedAt: Math.max(Math.ceil(clock.now()), set.changedAt + 1) })
    return true
  }).length

export const orderSets = async ({ journal, questionSets }: Pick<Ports, 'journal' | 'questionSets'>, ids: readonly string[]) => {
  journal.write(() => questionSets.order(ids))
  await journal.durable()
}

/** `new`: no set has this name. `same`: one has it, with the same questions and checks. `changed`: one has it, with others. */
export type Relation = 'new' | 'same' | 'changed'

/** How each set of a file relates to those that are kept. */
export const relateSets = (sets: readonly SetContent[], kept: readonly QuestionSet[]) =>
  sets.map((set): { readonly set: SetContent; readonly relation: Relation; readonly known: QuestionSet | null } => {
    const known = kept.find((one) => sameName(one.name, set.name)) ?? null
    return { set, known, relation: known === null ? 'new' : isSameSet(known, set) ? 'same' : 'changed' }
  })

/** Refuses new sets that don’t fit beside those that are kept. Errors: `usage`. */
export const checkRoomForSets = (sets: readonly SetContent[], kept: readonly QuestionSet[]): void => {
  const added = relateSets(sets, kept).filter(({ relation }) => relation === 'new').length
  if (added > 0 && kept.length + added > mostSets) throw refuse({ kind: 'sets-too-many', limit: mostSets })
}

/** Sets of a file as a person sees them before they are kept. */
export const describeOffered = (sets: readonly SetContent[], kept: readonly QuestionSet[]): OfferedSet[] =>
  relateSets(sets, kept).map(({ set, relation, known }) => ({
    name: set.name,
    questions: set.questions.map(({ question, column }) => ({ question, column })),
    runsOnDrop: set.runsOnDrop,
    relation,
    known: known?.questions.length ?? null,
  }))

/** `seen`: `changedAt` of the set as it was compared; absent: whatever is kept is replaced. */
export type SetToReplace = { readonly name: string; readonly seen?: number | undefined }

/** How many sets were added and updated, and the names of those that a person keeps as they are. */
export type ImportedSets = { readonly added: number; readonly updated: number; readonly left: readonly string[] }

/**
 * Keeps the sets of a file in one write. A set whose name is known and whose questions differ replaces the known one only if `replace` names it and, with
 * `seen`, if it is still the one that was compared; the others stay. Whether a known set runs by itself is up to the person, so an update leaves that. Errors: `usage`.
 */
export const importSets = async (
  { journal, questionSets, clock }: Ports,
  sets: readonly SetContent[],
  replace: readonly SetToReplace[],
): Promise<ImportedSets> => {
  const imported = journal.write(() => {
    const left: string[] = []
    let [added, updated] = [0, 0]
    for (const { set, relation, known } of relateSets(sets, questionSets.list())) {
      if (relation === 'same') continue
      const isReplaced = ({ name, seen }: SetToReplace): boolean =>
        sameName(name, set.name) && (seen === undefined || seen === known?.changedAt)
      if (known && !replace.some(isReplaced)) {
        left.push(known.name)
        continue
      }
      if (!known) checkRoom(questionSets.list())
      const changedAt = Math.max(Math.ceil(clock.now()), (known?.changedAt ?? 0) + 1)
      questionSets.put({ ...set, id: known?.id ?? journal.newId('set_'), runsOnDrop: known ? known.runsOnDrop : set.runsOnDrop, changedAt })
      if (known) updated++
      else added++
    }
    return { added, updated, left }
  })
  await journal.durable()
  return imported
}
