import type { ActionFacts } from '../../../shared/activity/actions.ts'
import { foldName } from '../base/database/fold-name.ts'
import type { Journal } from '../base/database/journal.ts'

/**
 * An action whose row is written with its first job: a call that queues nothing leaves none. It holds no state, so it may be used again after
 * an undone change, in a later turn, or by a later run with the same id; there is one row for each connection that it queues for.
 */
export type BegunAction = { readonly id: string; readonly facts: ActionFacts }

/** The action that a new job belongs to: one that a person began, or that of another job of the same connection. */
export type ActionOfJob = BegunAction | { readonly ofJob: string }

export const beginAction = ({ newId }: Pick<Journal, 'newId'>, facts: ActionFacts): BegunAction => ({ id: newId('act_'), facts })

/** The uploads of one drop, also when an interrupted one continues. */
export const actionOfDrop = (dropId: string): BegunAction => ({ id: `drop_${dropId}`, facts: { kind: 'add' } })

/** All texts of an action's facts, as they are searched. */
const wordsOf = (facts: ActionFacts): string => {
  const { kind: _, ...rest } = facts
  return foldName(
    Object.values(rest)
      .flat()
      .filter((one) => typeof one === 'string')
      .join('\n'),
  )
}

/** The number of the action for a new job. Called inside `journal.write`. */
export const keepAction = (journal: Journal, action: ActionOfJob, connectionId: string | null, now: number): number => {
  if ('ofJob' in action) {
    const row = journal.get('SELECT action FROM jobs WHERE id = ?', action.ofJob)
    if (row) return Number(row.action)
    throw journal.damaged(`no action of job ${action.ofJob}`)
  }
  const find = () => journal.get("SELECT seq FROM actions WHERE id = ? AND ifnull(connection_id, '') = ?", action.id, connectionId ?? '')
  const found = find()
  if (found) return Number(found.seq)
  journal.run(
    'INSERT INTO actions (id, connection_id, facts, folded_words, at) VALUES (?, ?, ?, ?, ?)',
    action.id,
    connectionId,
    JSON.stringify(action.facts),
    wordsOf(action.facts),
    now,
  )
  return Number(find()?.seq)
}

/** The number of an action for a connection; `null`: nothing was queued for it. */
export const numberOfAction = (journal: Journal, { id }: Pick<BegunAction, 'id'>, connectionId: string | null): number | null => {
  const row = journal.get("SELECT seq FROM actions WHERE id = ? AND ifnull(connection_id, '') = ?", id, connectionId ?? '')
  return row ? Number(row.seq) : null
}

/** The id of an action; `undefined`: there is no such action. */
export const idOfAction = (journal: Journal, action: number): string | undefined => {
  const row = journal.get('SELECT id FROM actions WHERE seq = ?', action)
  return row && String(row.id)
}

/** `undefined`: there is no such action. */
export const factsOfAction = (journal: Journal, action: number): ActionFacts | undefined => {
  const row = journal.get('SELECT facts FROM actions WHERE seq = ?', action)
  return row && (JSON.parse(String(row.facts)) as ActionFacts)
}

/** The plan that this action is; `null`: it is none. */
export const planOfAction = (journal: Journal, action: number): string | null => {
  const row = journal.get("SELECT facts ->> '$.planId' AS plan FROM actions WHERE seq = ? AND facts ->> '$.kind' = 'plan'", action)
  return row?.plan == null ? null : String(row.plan)
}

/** This action's jobs are about so many more pictures; `false`: it has no job yet. Called inside `journal.write`. */
export const countPictures = (journal: Journal, { id }: BegunAction, connectionId: string | null, pictures: number): boolean =>
  journal.run(
    "UPDATE actions SET pictures = pictures + ? WHERE id = ? AND ifnull(connection_id, '') = ?",
    pictures,
    id,
    connectionId ?? '',
  ) > 0

/** Actions follow their jobs to another connection, which may have a part of the same one. Called inside `journal.write`. */
export const moveActions = (journal: Journal, from: string | null, into: string | null): void => {
  const halves = journal.all(
    `SELECT moved.seq AS moved, other.seq AS other FROM actions AS moved
     JOIN actions AS other ON other.id = moved.id AND ifnull(other.connection_id, '') = ?2 WHERE ifnull(moved.connection_id, '') = ?1`,
    from ?? '',
    into ?? '',
  )
  for (const { moved, other } of halves) {
    journal.run('UPDATE jobs SET action = ? WHERE action = ?', Number(other), Number(moved))
    journal.run(
      'UPDATE actions SET pictures = pictures + (SELECT pictures FROM actions WHERE seq = ?) WHERE seq = ?',
      Number(moved),
      Number(other),
    )
    journal.run('DELETE FROM actions WHERE seq = ?', Number(moved))
  }
  journal.run("UPDATE actions SET connection_id = ?2 WHERE ifnull(connection_id, '') = ?1", from ?? '', into)
}
