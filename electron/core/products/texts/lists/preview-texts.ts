import { toAppError } from '../../../../../shared/base/errors.ts'
import { isAskedText, type PlannedText, type TextSource } from '../../../../../shared/products/product-texts.ts'
import type { Connection } from '../../../../../shared/workspaces/connection.ts'
import type { Journal } from '../../../base/database/journal.ts'
import type { JobStore } from '../../../queue/job-store.ts'
import { type AttachTarget, callTarget } from '../../ledger/attach-target.ts'
import { type ListState, textOf } from '../../ledger/fold-facts.ts'
import { ageOf } from '../../ledger/judge-age.ts'
import { circumstancesOf } from '../../ledger/list-jobs.ts'
import type { ProductStore, StoredProduct } from '../../ledger/product-store.ts'
import { findTextProblem } from '../send-texts.ts'
import { isTextCertain, whyAskText } from '../text-questions.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly products: ProductStore
  readonly connection: Connection | null
}

/** Texts of one turn of the event loop. */
const pieceSize = 200

const recordOf = (target: AttachTarget, { products, connection }: Ports): StoredProduct | undefined => {
  const connectionId = connection?.id ?? null
  switch (target.kind) {
    case 'id':
      return products.findById(connectionId, target.productId.trim())
    case 'new':
      return products.findByName(connectionId, target.name.trim())
    case 'listed':
      return products.findListed(connectionId, target.listedAs)
    case 'record':
      return products.get(target.ref)
  }
}

const sourceOf = (record: StoredProduct | undefined, target: AttachTarget, state: ListState | null, ports: Ports): TextSource => {
  const isCreated =
    record === undefined ? target.kind === 'new' || target.kind === 'listed' : record.createdByUs && record.productId === null
  if (isCreated) return 'new'
  if (ports.connection?.readProduct) return 'read'
  if (state === null) return 'unknown'
  const { journal, products, connection } = ports
  const why = whyAskText(state, circumstancesOf({ journal, facts: products.facts }, connection, null))
  switch (why) {
    case null:
      return 'ledger'
    case 'never-said':
      return 'unknown'
    case 'doubted':
      return 'doubted'
    case 'too-old':
    case 'time-over':
      return 'old'
  }
}

/**
 * `key`: tells products apart. `name`: what a person calls it, if that is known. `target` throws where it can't be named in the workspace. `picture`: the main picture, whose text it is; `null`: it is of none.
 * `differing`: other pictures of the product with another text.
 */
export type TextAsked = {
  readonly key: string
  readonly name: string | null
  readonly target: () => AttachTarget
  readonly attribute: string
  readonly text: string
  readonly picture: string | null
  readonly differing: number
}

export type TextPlan = {
  readonly total: number
  readonly products: number
  readonly same: number
  readonly blocked: number
  /** Products of which another picture has another text. */
  readonly differing: number
  readonly bySource: Record<TextSource, number>
  readonly rows: readonly PlannedText[]
}

const rankOf = ({ problem, now, isSame, differing }: PlannedText): number =>
  problem ? 0 : isAskedText(now.source) ? 1 : isSame ? 4 : differing > 0 ? 2 : 3

const planOne = ({ name, target, attribute, text, picture, differing }: TextAsked, ports: Ports): PlannedText => {
  const { facts } = ports.products
  let named: AttachTarget
  try {
    named = target()
  } catch (error) {
    const now = { source: 'unknown', text: null, ageMs: null } as const
    return { product: name ?? '', attribute, now, after: text, picture, differing, isSame: false, problem: toAppError(error).toRecord() }
  }
  const record = recordOf(named, ports)
  const state = record ? facts.read(record.ref, attribute) : null
  const source = sourceOf(record, named, state, ports)
  const known = source === 'new' ? '' : state?.basis ? textOf(state) : null
  const ageMs = state?.basis ? ageOf(state.basis.at, facts.now()) : null
  const product = record ? ports.products.called(record) : (name ?? callTarget(named, ports.products))
  return {
    product,
    attribute,
    now: { source, text: known, ageMs },
    after: text,
    picture,
    differing,
    isSame: source === 'ledger' && known === text && (state === null || isTextCertain(state, null)),
    problem: findTextProblem(ports, { ref: record?.ref ?? null, product, attribute, text })?.toRecord() ?? null,
  }
}

/** What sending these texts would do; nothing is changed. Those that need a person come first. */
export const previewTexts = async (texts: readonly TextAsked[], ports: Ports): Promise<TextPlan> => {
  const rows: PlannedText[] = []
  for (let at = 0; at < texts.length; at += pieceSize) {
    if (at > 0) await ports.journal.nextTurn()
    for (const one of texts.slice(at, at + pieceSize)) rows.push(planOne(one, ports))
  }
  const bySource: Record<TextSource, number> = { ledger: 0, old: 0, doubted: 0, read: 0, new: 0, unknown: 0 }
  for (const { now, isSame, problem } of rows) if (!isSame && !problem) bySource[now.source]++
  return {
    total: rows.length,
    products: new Set(texts.map(({ key }) => key)).size,
    same: rows.filter(({ isSame }) => isSame).length,
    blocked: rows.filter(({ problem }) => problem !== null).length,
    differing: new Set(texts.filter(({ differing }) => differing > 0).map(({ key }) => key)).size,
    bySource,
    rows: rows.toSorted((one, other) => rankOf(one) - rankOf(other)),
  }
}
