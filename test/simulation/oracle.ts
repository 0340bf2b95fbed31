import type { Effect, Exchange, ModelService } from './model-service.ts'
import { pictureIn } from './picture-names.ts'
import type { Request, Wire } from './sim-network.ts'
import type { World } from './world.ts'

/** A broken promise, by its kind. */
export type ViolationKind =
  | 'removed-known'
  | 'put-back'
  | 'stale-basis'
  | 'place-lost'
  | 'put-unasked'
  | 'asked-without-reason'
  | 'lost-work'
  | 'went-back'
  | 'stuck'
  | 'unnamed-wait'
  | 'repeated-silently'
  | 'led-in-a-circle'
  | 'does-not-start'
  | 'hot-loop'
  | 'derived-differs'
  | 'list-mixed'
  | 'decision-lost'
  | 'left-behind'
  | 'plan-broken'
  | 'approval-lost'
  | 'words-gone'
  | 'text-uncertain'
  | 'text-lost'
  | 'half-done'
  | 'asked-twice'
  | 'older-after-newer'
  | 'undo-took-more'
  | 'setting-lost'
  | 'wrong-workspace'
  | 'same-place'
  | 'names-what-is-gone'
  | 'older-page'

export class Violation extends Error {
  readonly kind: ViolationKind
  constructor(kind: ViolationKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** The facts that one Packshot was told, or saw, about one product's list, and when (monotonic). */
type Knowledge = {
  /** Stated, confirmed or shown, and not removed by anybody. */
  readonly known: Map<string, number>
  /** Reported as gone, or removed by the person and left out of a request since then. */
  readonly removed: Map<string, number>
  /** When the person removed it. Each removal waits for its own request, and earlier requests are sent first. */
  readonly leaving: Map<string, number[]>
  /** When the person last wanted it there. */
  readonly wanted: Map<string, number>
  /** Removed by the person in Packshot itself, whatever is stated about the list before that request is sent. */
  readonly takenOff: Set<string>
  /** Earlier files whose places the person wanted other files of the same pictures to have. */
  readonly swapping: Set<string>
  /** Known before a restore, which may have lost it. Packshot has to ask, but cannot know that such an id is missing. */
  readonly forgotten: Set<string>
  /** When the whole list was last known (monotonic); `null`: never. */
  basisAt: number | null
  /** Every id that it was ever told is there, true or not. */
  readonly told: Set<string>
  /** True if one of its requests may have run without its knowledge. */
  isDoubtful: boolean
  /** When it last got the result of a request (monotonic); `null`: never. */
  heardAt: number | null
}

/** By default a list that others edit "sometimes" is valid for a day. Add an hour for running requests. */
const longestBasisMs = 25 * 3_600_000

/** Older facts are on disk, if the disk works. */
const flushedByMs = 10_000

/** In ten seconds. A person's requests in a seed are far fewer. */
const mostRequests = 60

const isBefore = (one: number | undefined, other: number): boolean => one !== undefined && one < other

const productIn = (path: string): string | undefined => /^\/v1\/products\/([^/?]+)/.exec(path)?.[1]

/** The list in an answer. */
const shownIn = (answer: unknown): readonly string[] => {
  const { data } = answer as { data?: { attributes?: Record<string, string[]> } }
  return Object.values(data?.attributes ?? {})[0] ?? []
}

/** True for a request that sets a text: nothing about lists follows from it. */
const isOfText = (method: string, body: string): boolean =>
  method === 'PATCH' &&
  typeof Object.values((JSON.parse(body) as { attributes?: Record<string, unknown> }).attributes ?? {})[0] === 'string'

/** Counts requests that change a list, the questions about them, and those questions that Packshot could have answered itself, by reason. */
export type Attaches = { sent: number; questions: number; readonly needless: Record<string, number> }

export type Oracle = ReturnType<typeof createOracle>

/** Knows the facts that each Packshot was told, and judges each of its requests when it takes effect (issue 10, "The simulation"). */
export const createOracle = (world: World, ignored: ReadonlySet<ViolationKind>) => {
  const all = new Map<string, Knowledge>()
  /** When each of them started its latest requests (monotonic). */
  const begun = new Map<string, number[]>()
  let violation: Violation | null = null
  const attaches: Attaches = { sent: 0, questions: 0, needless: {} }

  const of = (by: string, productId: string): Knowledge => {
    const key = `${by} ${productId}`
    const found = all.get(key) ?? {
      known: new Map(),
      removed: new Map(),
      leaving: new Map(),
      wanted: new Map(),
      takenOff: new Set(),
      swapping: new Set(),
      forgotten: new Set(),
      basisAt: null,
      told: new Set(),
      isDoubtful: false,
      heardAt: null,
    }
    all.set(key, found)
    return found
  }
  const report = (kind: ViolationKind, message: string): void => {
    if (violation || ignored.has(kind)) return
    violation = new Violation(kind, message)
    world.say(`!! ${kind}: ${message}`)
  }

  const doubt = (by: string, path: string): void => {
    const productId = productIn(path)
    if (productId) of(by, productId).isDoubtful = true
  }

  const judgeList = (service: ModelService, effect: Extract<Effect, { kind: 'list' }>, at: number): void => {
    const { by, productId, before, after } = effect
    const { known, removed, takenOff, basisAt } = of(by, productId)
    const isThere = new Set(after)
    const wasThere = new Set(before)
    const lost = before.filter((id) => !isThere.has(id) && !takenOff.has(id) && isBefore(known.get(id), at))
    if (lost.length > 0) report('removed-known', `${by} removed ${lost.join(', ')} from ${productId}, which it knew of and nobody removed`)
    const back = after.filter((id) => !wasThere.has(id) && isBefore(removed.get(id), at))
    if (back.length > 0) report('put-back', `${by} put ${back.join(', ')} back on ${productId}, which it was told are gone`)
    const { told, leaving, wanted, swapping } = of(by, productId)
    const pictureOf = (id: string): string | undefined => pictureIn(service.sources.get(id) ?? '')
    const placeless = before.filter(
      (id) => !isThere.has(id) && swapping.has(id) && !after.some((other) => pictureOf(other) === pictureOf(id)),
    )
    if (placeless.length > 0) report('place-lost', `${by} took ${placeless.join(', ')} off ${productId}, and put no other file there`)
    if (isThere.size < after.length) report('place-lost', `${by} put an id on ${productId} twice: ${after.join(', ')}`)
    for (const [id, times] of leaving) {
      if (isThere.has(id)) continue
      const askedAt = times.shift()
      // A request in the same moment may have been wanted after the removal.
      const wantedAt = wanted.get(id) ?? Number.NEGATIVE_INFINITY
      if (times.length === 0 && askedAt !== undefined && askedAt > wantedAt) removed.set(id, at)
      if (times.length === 0) leaving.delete(id)
    }
    // It may put its own pictures anywhere. The lists of others show whether it was asked to.
    const unasked = after.filter(
      (id) => !wasThere.has(id) && !told.has(id) && !(service.sources.get(id) ?? '').startsWith(`picture-${by}-`),
    )
    if (unasked.length > 0) report('put-unasked', `${by} put ${unasked.join(', ')} on ${productId}, which it was never told about`)
    if (service.appends()) return
    if (basisAt === null) report('stale-basis', `${by} replaced the list of ${productId} though its content was never stated`)
    else if (at - basisAt > longestBasisMs)
      report('stale-basis', `${by} replaced the list of ${productId} as it was ${Math.round((at - basisAt) / 3_600_000)} hours ago`)
  }

  const wire: Wire = {
    begins: (by) => {
      const now = world.monotonic()
      const recent = [...(begun.get(by) ?? []).filter((at) => now - at < 10_000), now]
      begun.set(by, recent)
      if (recent.length > mostRequests) report('hot-loop', `${by} began ${recent.length} requests in ten seconds`)
    },
    arrives: () => {},
    answered: ({ service, by, method, dispatchedAt }: Request) => {
      const effect = service.effects.at(-1)
      if (method !== 'PATCH' || effect?.kind !== 'list' || effect.by !== by || judged.has(effect)) return
      judged.add(effect)
      attaches.sent++
      judgeList(service, effect, dispatchedAt)
    },
    heard: ({ service, by, method, path, body }: Request, { status, body: answer }: Exchange) => {
      if (isOfText(method, body)) return
      const isComplete = typeof answer === 'object' && answer !== null && !('odd' in answer)
      if (method === 'PATCH' && (status >= 500 || !isComplete)) doubt(by, path)
      const changed = method === 'PATCH' ? productIn(path) : undefined
      if (changed !== undefined) of(by, changed).heardAt = world.monotonic()
      if (status >= 300) return
      if (method === 'POST' && path === '/v1/products') {
        const id = (answer as { data?: { id?: string } }).data?.id
        if (id) of(by, id).basisAt = world.monotonic()
      }
      const productId = productIn(path)
      if (!productId) return
      const one = of(by, productId)
      const sent =
        method === 'PATCH' ? (Object.values((JSON.parse(body) as { attributes: Record<string, string[]> }).attributes)[0] ?? []) : []
      if (method === 'PATCH' && isComplete) {
        one.isDoubtful = false
        // A list that lacks the last sent ids is another one, or incomplete.
        const shown = shownIn(answer)
        if (sent.every((id) => shown.includes(id))) for (const id of shown) one.told.add(id)
      }
      if (method === 'GET') {
        const shown = service.listOf(productId)
        for (const id of [...one.known.keys()]) if (!shown.includes(id)) one.known.delete(id)
        for (const id of shown) {
          one.known.set(id, world.monotonic())
          one.told.add(id)
        }
      }
      // Ids that were removed while it was running are not wanted back.
      for (const id of sent) {
        if (one.removed.has(id)) continue
        one.known.set(id, world.monotonic())
        one.forgotten.delete(id)
      }
      one.basisAt = world.monotonic()
    },
    unanswered: ({ by, method, path }) => {
      if (method === 'PATCH') doubt(by, path)
    },
    ended: (by, unsettled) => {
      const now = world.monotonic()
      for (const [key, one] of all) {
        if (!key.startsWith(`${by} `)) continue
        const isUnsettled = unsettled === 'all' || unsettled.includes(key.slice(by.length + 1))
        // Facts from just now may not be on its disk.
        if (isUnsettled || (one.heardAt !== null && now - one.heardAt < flushedByMs)) one.isDoubtful = true
      }
    },
  }
  const judged = new Set<Effect>()

  return {
    wire,
    attaches,
    report,
    violation: (): Violation | null => violation,
    knows: (by: string, productId: string): readonly string[] => [...of(by, productId).known.keys()],
    /** The person states the list's content; `removed`: the ids that they say are gone, asked about or not. */
    stated: (by: string, productId: string, ids: readonly string[]): void => {
      const one = of(by, productId)
      for (const id of [...one.known.keys()])
        if (!ids.includes(id)) {
          one.known.delete(id)
          if (!one.forgotten.has(id)) one.removed.set(id, world.monotonic())
        }
      for (const id of ids) {
        one.known.set(id, world.monotonic())
        one.forgotten.delete(id)
        one.told.add(id)
        one.removed.delete(id)
      }
      one.basisAt = world.monotonic()
    },
    /** The person said so, but it is unknown whether Packshot could save it: it may count, but need not. */
    perhapsStated: (by: string, productId: string, ids: readonly string[]): void => {
      const one = of(by, productId)
      for (const id of [...one.known.keys()]) if (!ids.includes(id)) one.known.delete(id)
      for (const id of ids) one.told.add(id)
      one.basisAt = world.monotonic()
    },
    /** It continues with an earlier state of its library, and says so. */
    restored: (by: string): void => {
      for (const [key, one] of all) {
        if (!key.startsWith(`${by} `)) continue
        for (const id of one.known.keys()) one.forgotten.add(id)
        one.isDoubtful = true
      }
    },
    /** The person wanted these removed and those added, and was told that the request may not have been saved. */
    perhapsChanged: (by: string, productId: string, off: readonly string[], on: readonly string[]): void => {
      const one = of(by, productId)
      for (const id of on) one.wanted.set(id, world.monotonic())
      for (const id of off) {
        one.swapping.delete(id)
        one.takenOff.add(id)
        one.leaving.set(id, [...(one.leaving.get(id) ?? []), world.monotonic()])
      }
    },
    /** The person removes these, or adds them again. `askedAt`: later removals stay removed (monotonic). */
    changed: (
      by: string,
      productId: string,
      off: readonly string[],
      on: readonly string[],
      askedAt: number = Number.POSITIVE_INFINITY,
    ): void => {
      const one = of(by, productId)
      for (const id of off) {
        one.known.delete(id)
        one.swapping.delete(id)
        one.takenOff.add(id)
        one.leaving.set(id, [...(one.leaving.get(id) ?? []), world.monotonic()])
      }
      for (const id of on) {
        if (isBefore(one.removed.get(id), askedAt)) one.removed.delete(id)
        one.wanted.set(id, Math.max(one.wanted.get(id) ?? 0, Math.min(askedAt, world.monotonic())))
      }
    },
    /** The person wanted other files of the same pictures in the places of these. Those that leave anyway are not told apart. */
    swapped: (by: string, productId: string, off: readonly string[]): void => {
      const { leaving, swapping } = of(by, productId)
      for (const id of off) if ((leaving.get(id)?.length ?? 0) <= 1) swapping.add(id)
    },
    /** Packshot asked for a list's content. It was needless if it knew; a question about a request that was answered has no reason at all. */
    asked: (
      by: string,
      productId: string,
      actual: readonly string[],
      question: { readonly why?: unknown; readonly doubt?: unknown; readonly maybe?: unknown },
    ): void => {
      attaches.questions++
      const { known, basisAt, isDoubtful } = of(by, productId)
      const isAboutAnswer = question.why === 'no-answer' || (Array.isArray(question.maybe) && question.maybe.length > 0)
      if (isAboutAnswer && !isDoubtful)
        report('asked-without-reason', `${by} asks what became of a request for ${productId}, though all of them were answered`)
      if (basisAt === null || known.size !== actual.length || !actual.every((id) => known.has(id))) return
      const reason = String(question.doubt ?? question.why ?? 'contradiction')
      attaches.needless[reason] = (attaches.needless[reason] ?? 0) + 1
    },
  }
}
