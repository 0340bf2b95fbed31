import type { ErrorRecord } from '../../../../shared/base/errors.ts'
import type { MatchedProductRow } from '../../../../shared/products/matching.ts'
import type { CurrentStatement } from '../../../../shared/queue/jobs.ts'
import type { Journal, Row } from '../../base/database/journal.ts'
import { createTurnsWritten } from '../../base/database/write-in-pieces.ts'
import type { AttachTarget } from '../ledger/attach-target.ts'
import type { Moment } from '../ledger/facts.ts'

/** What a person asked of a plan. */
export type PlanAction = 'attach' | 'cancel' | 'resume' | 'restore'

/** Where a product's pictures go. `again`: create another product although one of that name was created before. */
export type PlanTarget =
  | Exclude<AttachTarget, { readonly kind: 'new' }>
  | { readonly kind: 'new'; readonly name: string; readonly again: boolean }

export type StoredPlan = {
  readonly seq: number
  readonly id: string
  /** `null`: of no workspace yet. */
  readonly connectionId: string | null
  readonly doing: PlanAction
  readonly attribute: string
  /** How many it has. */
  readonly products: number
  readonly validForMs: number
  /** The sequence number of the confirmation, in the order of the facts about lists. */
  readonly asked: number
  readonly confirmed: Moment
}

/** A product as it was confirmed. `target`: `null`: unknown. */
export type ConfirmedProduct = {
  readonly product: MatchedProductRow
  readonly name: string
  readonly isCreated: boolean
  readonly imageIds: readonly string[]
  readonly target: PlanTarget | null
  readonly statement: CurrentStatement | null
  readonly problem: ErrorRecord | null
}

export type PlanRow = ConfirmedProduct & {
  readonly position: number
  readonly outcome: 'nothing' | 'cancelled' | 'restored' | null
  readonly productRef: string | null
  readonly jobId: string | null
  readonly createJobId: string | null
  readonly restoreJobId: string | null
}

const textOf = (value: unknown): string | null => (value === null ? null : String(value))

const toPlan = (row: Row): StoredPlan => ({
  seq: Number(row.seq),
  id: String(row.id),
  connectionId: row.connection_id === '' ? null : String(row.connection_id),
  doing: row.doing as PlanAction,
  attribute: String(row.attribute),
  products: Number(row.products),
  validForMs: Number(row.valid_for),
  asked: Number(row.asked),
  confirmed: { wall: Number(row.wall), highest: Number(row.highest) },
})

/** Rows that are written in one turn of the event loop. */
const pieceSize = 100

export type PlanStore = ReturnType<typeof createPlanStore>

/** Plans and their products. Call its changes inside `journal.write`, apart from `confirm` and `dropDrafts`. */
export const createPlanStore = (journal: Journal) => {
  const parse = <T>(text: unknown): T => {
    try {
      return JSON.parse(String(text)) as T
    } catch {
      throw journal.damaged('unreadable plan')
    }
  }

  const toRow = (row: Row): PlanRow => ({
    position: Number(row.position),
    product: parse<MatchedProductRow>(row.product),
    name: String(row.name),
    isCreated: row.is_created === 1,
    imageIds: parse<string[]>(row.pictures),
    target: row.target === null ? null : parse<PlanTarget>(row.target),
    statement: row.statement === null ? null : parse<CurrentStatement>(row.statement),
    problem: row.problem === null ? null : parse<ErrorRecord>(row.problem),
    outcome: row.outcome as PlanRow['outcome'],
    productRef: textOf(row.product_ref),
    jobId: textOf(row.job_id),
    createJobId: textOf(row.create_job_id),
    restoreJobId: textOf(row.restore_job_id),
  })

  const add = (plan: number, position: number, one: ConfirmedProduct): void => {
    journal.run(
      `INSERT INTO plan_products (plan, position, product_key, product, name, is_created, pictures, target, statement, todo, problem)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      plan,
      position,
      one.product.key,
      JSON.stringify(one.product),
      one.name,
      one.isCreated ? 1 : 0,
      JSON.stringify(one.imageIds),
      one.target && JSON.stringify(one.target),
      one.statement && JSON.stringify(one.statement),
      one.problem === null ? 1 : 0,
      one.problem && JSON.stringify(one.problem),
    )
  }

  const getById = (planId: string): StoredPlan | undefined => {
    const row = journal.get("SELECT * FROM plans WHERE id = ? AND state = 'confirmed'", planId)
    return row && toPlan(row)
  }

  return {
    getById,
    /**
     * Saves a plan, in pieces with other work in between; it counts from its last piece on. `now`: gives its moment and its sequence number then.
     * Resolves with its id once it is on disk.
     */
    confirm: async (
      { connectionId, attribute, validForMs }: Pick<StoredPlan, 'connectionId' | 'attribute' | 'validForMs'>,
      products: readonly ConfirmedProduct[],
      now: () => { readonly asked: number; readonly at: Moment },
    ): Promise<string> => {
      const written = createTurnsWritten(journal)
      const id = journal.newId('plan_')
      const seq = journal.write(() =>
        Number(
          journal.get(
            `INSERT INTO plans (id, connection_id, state, doing, attribute, products, valid_for, asked, wall, highest)
             VALUES (?, ?, 'drafting', 'attach', ?, ?, ?, 0, 0, 0) RETURNING seq`,
            id,
            connectionId ?? '',
            attribute,
            products.length,
            validForMs,
          )?.seq,
        ),
      )
      for (let from = 0; from < products.length; from += pieceSize) {
        journal.write(() => {
          for (const [index, one] of products.slice(from, from + pieceSize).entries()) add(seq, from + index, one)
        })
        written.add()
        await journal.nextTurn()
      }
      journal.write(() => {
        const { asked, at } = now()
        journal.run("UPDATE plans SET state = 'confirmed', asked = ?, wall = ?, highest = ? WHERE seq = ?", asked, at.wall, at.highest, seq)
      })
      written.add()
      await written.durable()
      return id
    },
    /** Removes plans whose confirmation was interrupted: nobody has been told of them. */
    dropDrafts: async (): Promise<void> => {
      journal.write(() => {
        journal.run("DELETE FROM plan_products WHERE plan IN (SELECT seq FROM plans WHERE state = 'drafting')")
        journal.run("DELETE FROM plans WHERE state = 'drafting'")
      })
      await journal.durable()
    },
    /** All products of a plan have this ahead of them. */
    begin: (seq: number, doing: PlanAction): void => {
      journal.run('UPDATE plans SET doing = ? WHERE seq = ?', doing, seq)
      journal.run('UPDATE plan_products SET todo = 1 WHERE plan = ? AND todo = 0', seq)
    },
    /** What is still ahead of a workspace's plans is cancelled instead; what was queued stays. Returns their ids. */
    cancelAhead: (connectionId: string | null): readonly string[] =>
      journal
        .all(
          `UPDATE plans SET doing = 'cancel'
           WHERE connection_id = ? AND EXISTS (SELECT 1 FROM plan_products WHERE plan = seq AND todo = 1) RETURNING id`,
          connectionId ?? '',
        )
        .map((row) => String(row.id)),
    hasTodo: (): boolean => journal.get('SELECT 1 FROM plan_products WHERE todo = 1 LIMIT 1') !== undefined,
    /** The next product with something ahead of it, after this place; `undefined`: there is none. */
    next: (after: {
      readonly seq: number
      readonly position: number
    }): { readonly plan: StoredPlan; readonly row: PlanRow } | undefined => {
      const row = journal.get(
        `SELECT * FROM plan_products WHERE todo = 1 AND (plan, position) > (?, ?)
         AND plan IN (SELECT seq FROM plans WHERE state = 'confirmed') ORDER BY plan, position LIMIT 1`,
        after.seq,
        after.position,
      )
      const plan = row && journal.get('SELECT * FROM plans WHERE seq = ?', Number(row.plan))
      return row && plan && { plan: toPlan(plan), row: toRow(row) }
    },
    /** False once something else was asked of the plan meanwhile, or this was done. */
    isAhead: ({ seq, doing }: StoredPlan, { position }: PlanRow): boolean =>
      journal.get(
        'SELECT 1 FROM plan_products JOIN plans ON plans.seq = plan WHERE plan = ? AND position = ? AND todo = 1 AND doing = ?',
        seq,
        position,
        doing,
      ) !== undefined,
    /** It was queued. `jobId`: `null`, nothing of it was left to attach. */
    noteQueued: (
      seq: number,
      position: number,
      {
        jobId,
        createJobId,
        productRef,
      }: { readonly jobId: string | null; readonly createJobId: string | null; readonly productRef: string },
    ): void => {
      journal.run(
        `UPDATE plan_products SET todo = 0, job_id = ?, create_job_id = ?, product_ref = ?, outcome = iif(?1 IS NULL, 'nothing', NULL), problem = NULL
         WHERE plan = ? AND position = ?`,
        jobId,
        createJobId,
        productRef,
        seq,
        position,
      )
    },
    noteRestoring: (seq: number, position: number, jobId: string): void => {
      journal.run(
        'UPDATE plan_products SET todo = 0, restore_job_id = ?, problem = NULL WHERE plan = ? AND position = ?',
        jobId,
        seq,
        position,
      )
    },
    noteOutcome: (seq: number, position: number, outcome: NonNullable<PlanRow['outcome']>): void => {
      journal.run('UPDATE plan_products SET todo = 0, outcome = ?, problem = NULL WHERE plan = ? AND position = ?', outcome, seq, position)
    },
    /** It was never queued. Why it could not be is kept for a resume. */
    noteCancelled: (seq: number, position: number): void => {
      journal.run("UPDATE plan_products SET todo = 0, outcome = 'cancelled' WHERE plan = ? AND position = ?", seq, position)
    },
    /** It can't be queued, for this or its earlier reason. */
    noteProblem: (seq: number, position: number, problem: ErrorRecord | null): void => {
      journal.run(
        `UPDATE plan_products SET todo = 0, outcome = nullif(outcome, 'cancelled'), problem = ifnull(?, problem) WHERE plan = ? AND position = ?`,
        problem && JSON.stringify(problem),
        seq,
        position,
      )
    },
    /** This product was created for another matched product. */
    isAnothers: (productRef: string, key: string): boolean =>
      journal.get('SELECT 1 FROM plan_products WHERE product_ref = ? AND product_key <> ? LIMIT 1', productRef, key) !== undefined,
    /** Nothing is ahead of it any more, and an earlier problem is over: its jobs say how it is. */
    noteSettled: (seq: number, position: number): void => {
      journal.run('UPDATE plan_products SET todo = 0, problem = NULL WHERE plan = ? AND position = ?', seq, position)
    },
    /** After a restore: what was ahead may have been done. It is not done again without a person's word. */
    doubtRestored: (problem: ErrorRecord): void => {
      journal.run('UPDATE plan_products SET todo = 0, problem = ? WHERE todo = 1', JSON.stringify(problem))
    },
    /** Plans of no workspace yet become this one's. */
    adopt: (connectionId: string): void => {
      journal.run("UPDATE plans SET connection_id = ? WHERE connection_id = ''", connectionId)
    },
    release: (connectionId: string): void => {
      journal.run("UPDATE plans SET connection_id = '' WHERE connection_id = ?", connectionId)
    },
  }
}
