import type { PlanSummary } from '../../shared/products/plans.ts'
import type { ModelService } from './model-service.ts'
import type { Oracle } from './oracle.ts'
import type { Client, SimPackshot } from './sim-packshot.ts'
import type { PlanDeed, Step } from './steps.ts'
import type { World } from './world.ts'

const day = 86_400_000

/** What the person was shown and confirmed: the pictures of each product, in order. */
type Confirmed = string

/** Only products whose list is known, and new ones: the others are left out. */
const answers = { unknown: 'skip', list: 'skip', old: 'skip', doubted: 'skip' } as const

export type PlanPersonPorts = {
  readonly world: World
  readonly packshot: SimPackshot
  readonly services: readonly ModelService[]
  readonly oracle: Pick<Oracle, 'report' | 'changed' | 'perhapsChanged'>
  /** Source ids of these pictures, in any workspace. */
  readonly sourcesOf: (imageIds: readonly string[]) => readonly string[]
  /** What the file of a picture had in it. */
  readonly contentOf: (imageId: string) => string | undefined
  /** Adds pictures and says which product they belong to. */
  readonly matchMore: (step: Step) => Promise<void>
}

type Row = {
  readonly plan: number
  readonly product_key: string
  readonly pictures: string
  readonly ref: string | null
  readonly productId: string | null
  readonly job: string | null
  readonly state: string | null
  readonly restored: string | null
}

/** A person who attaches all matched pictures with a plan, changes their mind about it, and knows which plans there must be. */
export const createPlanPerson = ({ world, packshot, services, oracle, sourcesOf, contentOf, matchMore }: PlanPersonPorts) => {
  const { name } = packshot
  /** Plans that Packshot acknowledged, by id. */
  let confirmed = new Map<string, Confirmed>()
  /** Ids of products whose lists a person put back, as far as they were known. */
  const putBack = new Set<string>()
  let wasRestored = false
  let recovery = ''

  const rowsOf = (planId: string): readonly Row[] =>
    packshot.query(
      `SELECT plan, product_key, pictures, product_ref AS ref, product_id AS productId, job_id AS job, jobs.state AS state, restore_job_id AS restored
       FROM plan_products JOIN plans ON plans.seq = plan LEFT JOIN products ON products.ref = product_ref LEFT JOIN jobs ON jobs.id = job_id
       WHERE plans.id = '${planId}' ORDER BY position`,
    ) as Row[]
  const textOf = (rows: readonly Row[]): Confirmed => rows.map((row) => `${row.product_key} ${row.pictures}`).join('\n')
  const there = (): readonly string[] => packshot.query("SELECT id FROM plans WHERE state = 'confirmed'").map((row) => String(row.id))

  /** An acknowledged plan is there, and what was confirmed is what is done, whatever is matched since. */
  const check = (): void => {
    const library = packshot.openLibrary()
    if (!library || library.isTransaction || packshot.disk.fault() !== 'none') return
    const found = new Set(there())
    for (const [id, text] of confirmed) {
      if (!found.has(id)) return void oracle.report('plan-broken', `${name} lost the plan ${id}`)
      const now = textOf(rowsOf(id))
      if (now !== text) return void oracle.report('plan-broken', `${name} has other products or pictures in ${id}: ${now}, not ${text}`)
    }
  }

  /** A part of a plan is in the file, and the plan isn't confirmed. */
  const isDraftKept = (): boolean =>
    packshot.openLibrary()?.isTransaction === false && packshot.query("SELECT 1 FROM plans WHERE state = 'drafting'").length > 0

  const preview = () => packshot.call((client) => client.plans.preview({ offset: 0, limit: 100, now: answers }))

  const confirm = async (step: Step): Promise<void> => {
    const first = await preview()
    if (first && 'value' in first && first.value.changed === 0) await matchMore(step)
    const shown = await preview()
    if (!shown || !('value' in shown) || shown.value.changed === 0) return
    const { mark, changed, added } = shown.value
    world.say(`${name} confirms a plan: ${added} pictures to ${changed} products`)
    const known = packshot.query('SELECT ref, product_id, listed_as FROM products WHERE product_id IS NOT NULL')
    // The list of a product that was put back is asked for anew by this.
    const matched = packshot.query("SELECT image_id FROM matches WHERE state = 'matched'").map((row) => String(row.image_id))
    for (const { product_id: productId } of known) oracle.changed(name, String(productId), [], sourcesOf(matched))
    // Nothing is acknowledged before the last piece: one in three ends after the first.
    if ((step.a + step.b) % 3 === 1) world.atMoment(isDraftKept, () => packshot.crash('kill'))
    const answer = await packshot.call((client) => client.plans.start({ mark, now: answers, validForMs: (1 + (step.a % 7)) * day }))
    world.atMoment(null)
    if (!answer) return
    if ('error' in answer) return world.say(`${name} reads ${answer.error.code}`)
    const { planId } = answer.value
    confirmed.set(planId, textOf(rowsOf(planId)))
    // A match that changes while the plan is confirmed is refused, so what was shown is what is kept.
    const products = rowsOf(planId).length
    if (products !== changed && packshot.running())
      oracle.report('plan-broken', `${name} showed ${changed} products and confirmed ${products}`)
  }

  const somePlan = async (a: number): Promise<PlanSummary | undefined> => {
    const answer = await packshot.call((client) => client.plans.list({ offset: 0, limit: 100 }))
    const plans = answer && 'value' in answer ? answer.value.rows : []
    return plans[a % Math.max(1, plans.length)]
  }

  const ask = async (what: 'cancel' | 'resume' | 'restore', { a }: Step): Promise<void> => {
    const plan = await somePlan(a)
    if (!plan) return
    const rows = rowsOf(plan.planId)
    if (what === 'restore') {
      // The person looks which lists change, so each product must be there by now.
      if (rows.some((row) => row.productId === null || row.state !== 'done')) return
      for (const { productId, pictures } of rows) {
        putBack.add(String(productId))
        oracle.perhapsChanged(name, String(productId), sourcesOf(JSON.parse(pictures) as string[]), [])
      }
    }
    if (what === 'resume')
      for (const { productId, pictures } of rows)
        if (productId !== null) oracle.changed(name, productId, [], sourcesOf(JSON.parse(pictures) as string[]))
    world.say(`${name} asks to ${what} ${plan.planId}`)
    const answer = await packshot.call<unknown>((client: Client) => client.plans[what]({ planId: plan.planId }))
    if (answer && 'error' in answer) world.say(`${name} reads ${answer.error.code}`)
  }

  /** The sources of a done product that its list must show: the plan's pictures, in the plan's order. */
  const expectShown = ({ plan, productId, pictures, product_key: key }: Row): void => {
    const service = services.find((one) => one.products.has(String(productId)))
    if (!service) return
    const shown = service.listOf(String(productId)).map((id) => service.sources.get(id))
    const wanted = (JSON.parse(pictures) as string[]).map(contentOf)
    const places = wanted.map((content) => (content === undefined ? -1 : shown.indexOf(content)))
    if (places.includes(-1))
      oracle.report('plan-broken', `${name}: ${key} of plan ${plan} is done, and shows ${shown} instead of ${wanted}`)
  }

  return {
    check,
    /** Jobs that a plan queued. The plan is what was acknowledged: after a failure of the power they may be queued again, as others. */
    jobIds: (): ReadonlySet<string> =>
      new Set(
        packshot
          .query(
            `WITH own (id) AS (SELECT job_id FROM plan_products UNION SELECT create_job_id FROM plan_products UNION SELECT restore_job_id FROM plan_products)
             SELECT id FROM own WHERE id IS NOT NULL UNION SELECT depends_on FROM job_dependencies WHERE job_id IN own`,
          )
          .map((row) => String(row.id)),
      ),
    /** After a start: no plan is half confirmed. */
    begun: (): void => {
      if (packshot.disk.fault() !== 'none') return
      const drafts = packshot.query(
        "SELECT id FROM plans WHERE state = 'drafting' UNION SELECT product_key FROM plan_products WHERE plan NOT IN (SELECT seq FROM plans)",
      )
      if (drafts.length > 0) oracle.report('left-behind', `${name} started with ${JSON.stringify(drafts)}`)
      const [last] = packshot.query('SELECT damage_id FROM recoveries ORDER BY seq DESC LIMIT 1')
      const isRestored = String(last?.damage_id ?? '') !== recovery
      recovery = String(last?.damage_id ?? '')
      if (isRestored) {
        wasRestored = true
        confirmed = new Map(there().map((id) => [id, textOf(rowsOf(id))]))
      }
      check()
    },
    /** At the end: each product of a plan was done, or says why not; and the workspace shows it. */
    checkLeft: (): void => {
      if (packshot.disk.fault() !== 'none' || packshot.running() === null) return
      check()
      const left = packshot.query(
        `SELECT plans.id, state, position FROM plans LEFT JOIN plan_products ON plan = seq AND todo = 1
         WHERE state = 'drafting' OR (todo = 1 AND connection_id <> '')`,
      )
      if (left.length > 0) oracle.report('left-behind', `${name} has not done ${JSON.stringify(left.slice(0, 3))}`)
      if (wasRestored) return
      // A person may go on without pictures that were not uploaded.
      const without = new Set(
        packshot
          .query(
            `SELECT id FROM images WHERE removed_at IS NOT NULL
             UNION SELECT subject FROM jobs WHERE operation = 'upload-source' AND state = 'cancelled'`,
          )
          .map((row) => String(row.id)),
      )
      for (const id of confirmed.keys())
        for (const row of rowsOf(id)) {
          const isMeant = row.state === 'done' && row.restored === null && row.productId !== null && !putBack.has(row.productId)
          if (isMeant && !(JSON.parse(row.pictures) as string[]).some((one) => without.has(one))) expectShown(row)
        }
    },
    do: async (deed: PlanDeed, step: Step): Promise<void> => {
      // A plan that ends between two of its flushes.
      if ((step.a + step.b) % 4 === 0) packshot.disk.crashIn(1 + (step.a % 6), () => packshot.crash('power'))
      switch (deed) {
        case 'confirm a plan':
          return confirm(step)
        case 'cancel a plan':
          return ask('cancel', step)
        case 'resume a plan':
          return ask('resume', step)
        case 'restore the lists of a plan':
          return ask('restore', step)
      }
    },
  }
}
