import type { ErrorRecord } from '../../../../shared/base/errors.ts'
import type { MatchedProductRow } from '../../../../shared/products/matching.ts'
import type { CurrentStatement } from '../../../../shared/queue/jobs.ts'
import type { Journal, Row } from '../../base/database/journal.ts'
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

const neverQueued = "job_id IS NULL AND (outcome IS NULL OR outcome = 'cancelled')"
/** A statement, without its condition. */
const endAhead = `UPDATE plan_products SET todo = 0, problem = iif(${neverQueued}, problem, NULL), outcome = iif(${neverQueued}, 'cancelled', outcome)`

export type PlanStore = ReturnType<typeof createPlanStore>

/** Plans and their products. Call its changes inside `journal.write`. */
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
    /** Saves a plan with its products. `asked`: its place among the facts about lists. Returns its id. */
    confirm: (
      { connectionId, attribute, validForMs, asked, confirmed }: Omit<StoredPlan, 'seq' | 'id' | 'doing' | 'products'>,
      products: readonly ConfirmedProduct[],
    ): string => {
      const id = journal.newId('plan_')
      const seq = journal.insert(
        `INSERT INTO plans (id, connection_id, state, doing, attribute, products, valid_for, asked, wall, highest)
         VALUES (?, ?, 'confirmed', 'attach', ?, ?, ?, ?, ?, ?)`,
        id,
        connectionId ?? '',
        attribute,
        products.length,
        validForMs,
        asked,
        confirmed.wall,
        confirmed.highest,
      )
      for (const [position, one] of products.entries()) add(seq, position, one)
      return id
    },
    /** All products of a plan have this ahead of them. */
    begin: (seq: number, doing: PlanAction): void => {
      journal.run('UPDATE plans SET doing = ? WHERE seq = ?', doing, seq)
      journal.run('UPDATE plan_products SET todo = 1 WHERE plan = ? AND todo = 0', seq)
    },
    /** Nothing is ahead of any of its products. What became of its jobs is theirs to say. */
    cancel: (seq: number): void => {
      journal.run("UPDATE plans SET doing = 'cancel' WHERE seq = ?", seq)
      journal.run(`${endAhead} WHERE plan = ?`, seq)
    },
    /** The same of what is still ahead of a workspace's plans; what was queued stays. */
    cancelAhead: (connectionId: string | null): void => {
      const owner = connectionId ?? ''
      journal.run(
        "UPDATE plans SET doing = 'cancel' WHERE connection_id = ? AND EXISTS (SELECT 1 FROM plan_products WHERE plan = seq AND todo = 1)",
        owner,
      )
      journal.run(`${endAhead} WHERE todo = 1 AND plan IN (SELECT seq FROM plans WHERE connection_id = ?)`, owner)
    },
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
    /** Nothing more is done with it: it was never queued, or its jobs say how it is. Why it could not be queued is kept for a resume. */
    noteEnded: (seq: number, position: number): void => {
      journal.run(`${endAhead} WHERE plan = ? AND position = ?`, seq, position)
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
    /** A product's record became another one. Called inside `journal.write`. */
    followMerge: (from: string, into: string): void => {
      journal.run('UPDATE plan_products SET product_ref = ? WHERE product_ref = ?', into, from)
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
