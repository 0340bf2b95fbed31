import { z } from 'zod'

/** `single`: one object where a list is meant; `extra`: unknown fields everywhere; `no-data`: the requested content is missing. */
const envelopeForm = z.enum(['array', 'bare', 'data-array', 'wrapped', 'id-only', 'single', 'extra', 'no-data'])
export type EnvelopeForm = z.infer<typeof envelopeForm>

/** Share of a body: 0 is nothing; it is always less than all. */
const share = z.number().min(0).lt(1)
const count = z.number().int().positive()

/** The effect of a misbehavior rule on a request. */
export const effect = z.discriminatedUnion('kind', [
  /** Waits before the work, or (`when: 'after'`) after it was committed and before the answer. */
  z.strictObject({ kind: z.literal('latency'), ms: z.number().nonnegative(), when: z.enum(['before', 'after']).default('before') }),
  /** Reads the request, does nothing, answers so. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.number().int().min(400).max(599),
    /** The error forms that descriptions show (not-shown, "error body"), a page, or nothing. */
    body: z.enum(['json', 'json-list', 'errors', 'error-only', 'html', 'empty']).default('json'),
    /** Sent unchanged as `Retry-After`: seconds or an HTTP date. */
    retryAfter: z.string().optional(),
  }),
  /**
   * Destroys the connection: after a number of bytes of the body, or a share of its announced length; or with the whole request read
   * and nothing done; or in the middle of the answer's body, or after that share of it, the work being committed.
   */
  z.strictObject({
    kind: z.literal('cut'),
    at: z.union([
      z.number().int().nonnegative(),
      z.enum(['before-answer', 'midway']),
      z.strictObject({ requestShare: share }),
      z.strictObject({ answerShare: share }),
    ]),
  }),
  /**
   * The connection stays open and nothing moves any more: the request is not read (`request`, nothing is done), or the answer stops after
   * so large a share of its body (the work is committed). Ends when the client gives up, or after `forMs`: what isn't read hides the
   * client's leaving, too.
   */
  z.strictObject({
    kind: z.literal('half-open'),
    at: z.union([z.literal('request'), z.strictObject({ answerShare: share })]),
    forMs: z.number().positive().default(60_000),
  }),
  /** Commits the work, then destroys the connection without a byte of answer. */
  z.strictObject({ kind: z.literal('lose-answer') }),
  /** Answers in another form that descriptions of such services show. */
  z.strictObject({ kind: z.literal('envelope'), form: envelopeForm }),
  /** Answers 200 with a page that is no answer of the service; the work is committed. */
  z.strictObject({ kind: z.literal('html-answer') }),
  /** Accepts the request, does nothing, never answers. */
  z.strictObject({ kind: z.literal('black-hole') }),
])
export type Effect = z.infer<typeof effect>

export const rule = z.strictObject({
  match: z
    .strictObject({
      method: z.string().optional(),
      /** The path begins with this. */
      path: z.string().optional(),
      /** Of the uploaded file, or of the picture that is asked about. */
      sha256: z.string().optional(),
      questionContains: z.string().optional(),
      /** Begins with the nth request that matches, counted from 1. */
      nth: count.optional(),
    })
    .default({}),
  /** How many requests it applies to; by default 1 with `nth`, else all. */
  times: z.union([count, z.literal('forever')]).optional(),
  effect,
})
export type Rule = z.infer<typeof rule>

export const rules = z.array(rule)

/** Facts of a request for finding a rule. The content is known only after the body was read. */
export type Subject = {
  readonly method: string
  readonly path: string
  readonly content?: { readonly sha256?: string; readonly question?: string }
}

export type Misbehaviour = {
  readonly set: (rules: readonly Rule[]) => void
  readonly list: () => readonly (Rule & { readonly matched: number; readonly applied: number })[]
  /**
   * The effects of the rules that match, in their order; each match is counted. Without content: the rules that name none; with it: the
   * others. So each rule sees a request once.
   */
  readonly claim: (subject: Subject) => Effect[]
}

const namesContent = ({ match }: Rule): boolean => match.sha256 !== undefined || match.questionContains !== undefined

const matches = ({ match }: Rule, { method, path, content }: Subject): boolean =>
  (match.method === undefined || match.method.toUpperCase() === method) &&
  (match.path === undefined || path.startsWith(match.path)) &&
  (match.sha256 === undefined || match.sha256 === content?.sha256) &&
  (match.questionContains === undefined || (content?.question?.includes(match.questionContains) ?? false))

export const createMisbehaviour = (): Misbehaviour => {
  let kept: { readonly rule: Rule; matched: number; applied: number }[] = []
  return {
    set: (next) => {
      kept = next.map((one) => ({ rule: one, matched: 0, applied: 0 }))
    },
    list: () => kept.map(({ rule: one, matched, applied }) => ({ ...one, matched, applied })),
    claim: (subject) => {
      const effects: Effect[] = []
      for (const entry of kept) {
        if (namesContent(entry.rule) !== (subject.content !== undefined) || !matches(entry.rule, subject)) continue
        entry.matched += 1
        const { nth } = entry.rule.match
        const times = entry.rule.times ?? (nth === undefined ? 'forever' : 1)
        if (entry.matched < (nth ?? 1) || (times !== 'forever' && entry.applied >= times)) continue
        entry.applied += 1
        effects.push(entry.rule.effect)
      }
      return effects
    },
  }
}
