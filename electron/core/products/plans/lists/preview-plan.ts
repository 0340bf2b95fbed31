import { createHash } from 'node:crypto'
import { AppError } from '../../../../../shared/base/errors.ts'
import { type AskedSource, isAskedSource, type PlanSource, planSource } from '../../../../../shared/products/plan-sources.ts'
import type { PlannedProduct, PlanPreview, PlanStatements } from '../../../../../shared/products/plans.ts'
import type { CurrentStatement } from '../../../../../shared/queue/jobs.ts'
import type { Connection } from '../../../../../shared/workspaces/connection.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { readLibraryVersion } from '../../../pictures/library/lists/library-version.ts'
import type { SourceStore } from '../../../pictures/library/source-store.ts'
import { createAttachedFinder, type FindAttached } from '../../ledger/attached-already.ts'
import { findContradiction } from '../../ledger/check-statement.ts'
import type { Moment } from '../../ledger/facts.ts'
import { type ListState, unknownList, without } from '../../ledger/fold-facts.ts'
import { ageOf } from '../../ledger/judge-age.ts'
import { circumstancesOf } from '../../ledger/list-jobs.ts'
import { isToBeCreated, type ProductStore, type StoredProduct } from '../../ledger/product-store.ts'
import { type Circumstances, whyAsk } from '../../ledger/when-to-ask.ts'
import type { PlanTarget } from '../plan-store.ts'
import { createTargets, type MatchedGroup, readMatched, type Target } from './plan-targets.ts'

type Ports = {
  readonly journal: Journal
  readonly products: ProductStore
  readonly sources: SourceStore
}

export type PlanRequest = {
  readonly connection: Connection | null
  readonly attribute: string
  readonly now: PlanStatements
  /** The moment by which knowledge is old. */
  readonly at: Moment
}

/** What a plan would do for one product, with all that it needs to be started. */
export type Planned = PlannedProduct & {
  readonly imageIds: readonly string[]
  /** Those of them that it adds. */
  readonly additions: readonly string[]
  readonly target: PlanTarget | null
  /** What the person states of its list with the plan; `null`: nothing is to be stated. */
  readonly statement: CurrentStatement | null
  readonly isUnanswered: boolean
  /** The list that a person is asked about; `null`: nothing is asked. */
  readonly asked: readonly string[] | null
}

export type ReadPlan = { readonly products: readonly Planned[]; readonly mark: string }

/** How its list is known, with the ids that a statement would name. */
type Knowledge = { readonly now: PlannedProduct['now']; readonly ids: readonly string[] }

const readKnowledge = (
  { connection }: PlanRequest,
  circumstances: Circumstances,
  record: StoredProduct | undefined,
  state: ListState,
  { isCreated, entry }: Target,
): Knowledge => {
  const ageMs = state.basis && ageOf(state.basis.at, circumstances.now)
  const known = (source: PlanSource): Knowledge => ({
    now: { source, count: state.basis ? state.ids.length : null, ageMs },
    ids: without(state.ids, state.unsent),
  })
  if (isCreated || (record !== undefined && isToBeCreated(record))) return { now: { source: 'new', count: 0, ageMs: null }, ids: [] }
  if (connection?.serviceAppends) return known('appends')
  if (connection?.readProduct) return known('read')
  const why = whyAsk(state, circumstances)
  if (why === null) return known('ledger')
  const listAgeMs = entry === null || entry.showsAt === null ? null : Math.max(0, circumstances.now.wall - entry.showsAt)
  // The younger of the two; a list of unknown age only where we know nothing.
  const isListYounger = ageMs === null || (listAgeMs !== null && listAgeMs < ageMs)
  if (entry !== null && entry.shows !== null && isListYounger)
    return { now: { source: 'list', count: entry.shows.length, ageMs: listAgeMs }, ids: entry.shows }
  if (why === 'never-said') return known('unknown')
  return known(why === 'too-old' || why === 'time-over' ? 'old' : 'doubted')
}

const toStatement = (source: PlanSource, answers: PlanStatements, ids: readonly string[]): CurrentStatement | null => {
  switch (source) {
    // Counts for the plan's time.
    case 'ledger':
      return { kind: 'as-known' }
    case 'unknown':
      return answers.unknown === 'nothing' ? { kind: 'nothing' } : null
    case 'list':
      return answers.list !== 'use' ? null : ids.length === 0 ? { kind: 'nothing' } : { kind: 'ids', ids: [...ids] }
    case 'old':
    case 'doubted':
      return answers[source] === null ? null : { kind: 'as-known' }
    case 'read':
    case 'appends':
    case 'new':
      return null
  }
}

/** A person's statement that leaves out what we know of is a question (electron/core/products/ledger/README.md, 4). */
const findProblem = (
  { attribute }: PlanRequest,
  circumstances: Circumstances,
  name: string,
  state: ListState,
  statement: CurrentStatement | null,
): AppError | null => {
  if (statement === null || statement.kind === 'appends') return null
  const ids = statement.kind === 'ids' ? statement.ids : statement.kind === 'as-known' ? without(state.ids, state.unsent) : []
  const found = findContradiction(state, { ids, removed: [] }, circumstances)
  if (!found) return null
  const { known, maybe } = found
  const failure = {
    kind: 'statement-incomplete',
    product: name,
    attribute,
    ids: known,
    maybe,
    since: state.basis?.at.wall ?? null,
  } as const
  return new AppError('current-contradicts', failure)
}

const unanswered = (name: string, source: AskedSource): AppError =>
  new AppError('current-unknown', { kind: 'list-not-answered', product: name, source })

/**
 * Pictures that an earlier plan put into another product, or is about to, and that are no longer matched to it: a match that is changed afterwards takes
 * nothing out there, and the person must know.
 */
const countElsewhere = (
  ports: Ports,
  { connection }: PlanRequest,
  added: readonly string[],
  { product }: MatchedGroup,
  ref: string | null,
  picturesOf: PicturesOf,
): number => {
  const others = ports.journal.all(
    `SELECT DISTINCT product_ref, one.value AS picture FROM json_each(:added) AS one CROSS JOIN attach_pictures ON attach_pictures.image_id = one.value
     CROSS JOIN jobs ON jobs.id = attach_pictures.job_id
     CROSS JOIN plan_products ON product_ref = jobs.work ->> '$.productRef' AND plan_products.job_id = jobs.id
     WHERE jobs.connection_id IS :connection AND product_ref IS NOT :ref AND product_key <> :key AND NOT EXISTS (
       SELECT 1 FROM matches WHERE matches.connection_id = :owner AND image_id = one.value AND matches.product_key = plan_products.product_key
     )`,
    { added: JSON.stringify(added), connection: connection?.id ?? null, owner: connection?.id ?? '', ref, key: product.key },
  )
  return new Set(others.flatMap(({ product_ref: other, picture }) => [...picturesOf(String(other))([String(picture)])])).size
}

type PicturesOf = (productRef: string) => FindAttached

/** The pictures of each product, read once for a plan: a large one may be asked about for each of the others. */
const createPicturesOf = (ports: Ports, { attribute }: PlanRequest): PicturesOf => {
  const found = new Map<string, FindAttached>()
  return (productRef) => {
    const known = found.get(productRef)
    if (known) return known
    const record = ports.products.get(productRef)
    const find: FindAttached = record ? createAttachedFinder(ports, record, attribute, record.connectionId) : () => new Set()
    found.set(productRef, find)
    return find
  }
}

/** `picturesOf`: `null`: no plan has attached anything yet. */
const planOne = (ports: Ports, request: PlanRequest, group: MatchedGroup, target: Target, picturesOf: PicturesOf | null): Planned => {
  const { products, sources } = ports
  const { attribute, connection, now: answers, at } = request
  const record = target.productRef === null ? undefined : products.get(target.productRef)
  const state = record ? products.facts.read(record.ref, attribute) : unknownList
  const circumstances = circumstancesOf({ journal: ports.journal, facts: { now: () => at } }, connection, null)
  const { now, ids } = readKnowledge(request, circumstances, record, state, target)
  const connectionId = connection?.id ?? null
  const there = new Set(record && createAttachedFinder(ports, record, attribute, record.connectionId)(group.imageIds))
  if (connectionId !== null && now.source === 'list') for (const id of ids) there.add(sources.imageAsItIs(connectionId, id) ?? '')
  const additions = group.imageIds.filter((id) => !there.has(id))
  const added = additions.length
  const isAsked = added > 0 && target.problem === null && isAskedSource(now.source)
  const answer = isAskedSource(now.source) ? answers[now.source] : null
  const isSkipped = isAsked && answer === 'skip'
  const isUnanswered = isAsked && answer === null
  const statement = isSkipped ? null : toStatement(now.source, answers, ids)
  const contradiction = added > 0 && !isSkipped ? findProblem(request, circumstances, target.name, state, statement) : null
  const problem = target.problem ?? (isUnanswered && isAskedSource(now.source) ? unanswered(target.name, now.source) : contradiction)
  const count = now.source === 'unknown' && answer === 'nothing' ? 0 : now.count
  return {
    product: group.product,
    pictures: group.imageIds.length,
    added,
    elsewhere: added === 0 || picturesOf === null ? 0 : countElsewhere(ports, request, additions, group, record?.ref ?? null, picturesOf),
    now: { ...now, count },
    after: count === null ? null : count + (isSkipped ? 0 : added),
    isCreated: target.isCreated,
    name: target.name,
    isSkipped,
    problem: problem?.toRecord() ?? null,
    imageIds: group.imageIds,
    additions,
    target: target.to,
    statement,
    isUnanswered,
    asked: isAsked ? ids : null,
  }
}

/** What a person confirms of a product, besides the answers: nothing of it may have changed when the plan is started. */
const toMark = ({ product, imageIds, target, now, asked }: Planned): string =>
  JSON.stringify([product, imageIds, target, asked && [now.source, asked]])

/** The plan of all matched pictures of one workspace, in the imported list's order. */
export const readPlan = (ports: Ports, request: PlanRequest): ReadPlan => {
  const connectionId = request.connection?.id ?? null
  const targets = createTargets(ports, connectionId)
  const found = readMatched(ports.journal, connectionId).map((group) => ({ group, target: targets.find(group) }))
  found.sort((one, other) => one.target.order - other.target.order)
  const isFirst = ports.journal.get('SELECT 1 FROM plan_products WHERE product_ref IS NOT NULL LIMIT 1') === undefined
  const picturesOf = isFirst ? null : createPicturesOf(ports, request)
  const products = found.map(({ group, target }) => planOne(ports, request, group, target, picturesOf))
  const hash = createHash('sha256').update(JSON.stringify([connectionId, request.attribute]))
  for (const one of products) hash.update(toMark(one))
  return { products, mark: hash.digest('hex') }
}

const isBlocked = ({ problem, isUnanswered }: Planned): boolean => problem !== null && !isUnanswered

/** True if the plan has something to do for it, or to say of it. */
export const isConcerned = (one: Planned): boolean => !one.isSkipped && (one.added > 0 || isBlocked(one))

const toRow = ({
  imageIds: _,
  additions: _added,
  target: _to,
  statement: _said,
  isUnanswered: _open,
  asked: _list,
  ...row
}: Planned): PlannedProduct => row

type Page = { readonly offset: number; readonly limit: number }

/** Pages after the first continue the plan that was read for it this long, in milliseconds, although something has changed since. */
const continuesMs = 5_000
/** Knowledge grows old without a change in the library: a plan counts for this minute. */
const minuteMs = 60_000

/** Previews of plans. The plan that was read last is kept for its other pages. `read`: replaced in tests. */
export const createPlanPreviews = (ports: Ports, read = readPlan) => {
  const { journal } = ports
  let last: { readonly key: string; readonly version: string; readonly plan: ReadPlan; readonly at: number } | undefined

  const take = (request: PlanRequest, isContinued: boolean): ReadPlan => {
    const { connection, attribute, now, at } = request
    const key = JSON.stringify([connection, attribute, now])
    const version = `${readLibraryVersion(journal)} ${Math.floor(at.wall / minuteMs)}`
    const isRecent = isContinued && last !== undefined && journal.monotonic() - last.at < continuesMs
    if (last?.key !== key || (!isRecent && last.version !== version))
      last = { key, version, plan: read(ports, request), at: journal.monotonic() }
    return last.plan
  }

  return ({ offset, limit, ...request }: PlanRequest & Page): PlanPreview => toPreview(take(request, offset > 0), { offset, limit })
}

/** How many pictures these are, and how many of them are matched to several products. */
const countPictures = (lists: readonly (readonly string[])[], times: ReadonlyMap<string, number>) => {
  const found = new Set(lists.flat())
  return { count: found.size, inSeveral: [...found].filter((id) => (times.get(id) ?? 0) > 1).length }
}

/** One page of what a plan would do, problems first, with the counts of all. */
const toPreview = ({ products, mark }: ReadPlan, { offset, limit }: Page): PlanPreview => {
  const changed = products.filter((one) => one.added > 0 && !one.isSkipped && !isBlocked(one))
  const times = new Map<string, number>()
  for (const { imageIds } of products) for (const id of imageIds) times.set(id, (times.get(id) ?? 0) + 1)
  const added = countPictures(
    changed.map(({ additions }) => additions),
    times,
  )
  const toAttach = countPictures(
    products.map(({ additions }) => additions),
    times,
  )
  const count = (fits: (one: Planned) => boolean): number => products.reduce((sum, one) => sum + (fits(one) ? 1 : 0), 0)
  // Where nothing says which product it is, no answer helps.
  const ofSource = (source: PlanSource): number => count((one) => one.target !== null && one.added > 0 && one.now.source === source)
  const problems = products.filter((one) => one.problem !== null)
  // Those that are up to date are counted, and not shown.
  const rows = [...problems, ...products.filter((one) => one.problem === null && one.added > 0)]
  return {
    products: products.length,
    pictures: times.size,
    toAttach: toAttach.count,
    changed: changed.length,
    added: added.count,
    inSeveral: added.inSeveral,
    elsewhere: changed.reduce((sum, one) => sum + one.elsewhere, 0),
    created: changed.filter((one) => one.isCreated).length,
    sources: Object.fromEntries(planSource.options.map((source) => [source, ofSource(source)])) as PlanPreview['sources'],
    skipped: count((one) => one.isSkipped),
    unanswered: count((one) => one.isUnanswered),
    blocked: count(isBlocked),
    total: rows.length,
    rows: rows.slice(offset, offset + limit).map(toRow),
    mark,
  }
}
