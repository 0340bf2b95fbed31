import { createFollower } from '../../base/database/follow-in-pieces.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { Timers } from '../../base/platform/timers.ts'

/** Sources that are looked at in one step. */
const stepSize = 250

type Ports = {
  readonly journal: Journal
  readonly timers: Pick<Timers, 'after'>
  /** All lists are followed. */
  readonly onShown: () => void
}

/** How far `attached_sources` follows a list: first what has left it, in the order of ids, then what came, in the list's order. */
type Walk = {
  readonly ref: string
  readonly attribute: string
  /** The same as the list itself spells it: in a list that was made again, upper and lower case may be others. */
  readonly spelled: string
  readonly changes: number
  readonly list: readonly string[]
  readonly has: ReadonlySet<string>
  /** The last source that was looked at whether it is still in the list; `null`: all were. */
  after: string | null
  from: number
}

/**
 * `attached_sources` follows long lists here, in pieces: the ledger writes a list in one transaction, and `lists_to_show` names it until all of its
 * sources have followed.
 */
export const createListDisplay = ({ journal, timers, onShown }: Ports) => {
  let walk: Walk | undefined

  const beginWalk = (ref: string, attribute: string, changes: number): Walk => {
    const row = journal.get('SELECT attribute, source_ids FROM attribute_lists WHERE product_ref = ? AND attribute = ?', ref, attribute)
    const list = row ? (JSON.parse(String(row.source_ids)) as string[]) : []
    return { ref, attribute, spelled: String(row?.attribute ?? ''), changes, list, has: new Set(list), after: '', from: 0 }
  }

  const removeSome = (one: Walk, after: string): void => {
    const known = journal.all(
      'SELECT source_id, attribute FROM attached_sources WHERE product_ref = ? AND attribute = ? AND source_id > ? ORDER BY source_id LIMIT ?',
      one.ref,
      one.attribute,
      after,
      stepSize,
    )
    const isGone = (row: (typeof known)[number]): boolean => !one.has.has(String(row.source_id)) || row.attribute !== one.spelled
    const gone = JSON.stringify(known.filter(isGone).map((row) => row.source_id))
    if (gone !== '[]') {
      journal.run(
        'DELETE FROM attached_sources WHERE product_ref = ? AND attribute = ? AND source_id IN (SELECT value FROM json_each(?))',
        one.ref,
        one.attribute,
        gone,
      )
      journal.run("INSERT INTO attached_change VALUES (?, ?, '[]', ?)", one.ref, one.attribute, gone)
    }
    const last = known.length < stepSize ? undefined : known.at(-1)
    one.after = last === undefined ? null : String(last.source_id)
  }

  const addSome = (one: Walk): void => {
    const some = JSON.stringify(one.list.slice(one.from, one.from + stepSize))
    journal.run(
      `INSERT INTO attached_sources (source_id, product_ref, attribute)
       SELECT DISTINCT value, ?1, ?2 FROM json_each(?3)
       WHERE NOT EXISTS (SELECT 1 FROM attached_sources WHERE source_id = value AND product_ref = ?1 AND attribute = ?2)`,
      one.ref,
      one.spelled,
      some,
    )
    journal.run("INSERT INTO attached_change VALUES (?, ?, ?, '[]')", one.ref, one.attribute, some)
    one.from += stepSize
  }

  const step = (): boolean => {
    const row = journal.get('SELECT product_ref, attribute, changes FROM lists_to_show LIMIT 1')
    if (!row) return false
    const [ref, attribute, changes] = [String(row.product_ref), String(row.attribute), Number(row.changes)]
    // Changed meanwhile: what followed the earlier one is looked at again.
    if (walk?.ref !== ref || walk.attribute !== attribute || walk.changes !== changes) walk = beginWalk(ref, attribute, changes)
    else if (walk.after !== null) removeSome(walk, walk.after)
    else if (walk.from < walk.list.length) addSome(walk)
    else {
      journal.run('DELETE FROM lists_to_show WHERE product_ref = ? AND attribute = ?', ref, attribute)
      // Its next change is counted from the start again.
      walk = undefined
    }
    return true
  }

  return createFollower({
    journal,
    timers,
    hasMore: () => journal.get('SELECT 1 FROM lists_to_show LIMIT 1') !== undefined,
    step,
    forget: () => {
      walk = undefined
    },
    onDone: onShown,
  })
}
