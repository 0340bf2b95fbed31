import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppContext } from '../exchange.ts'
import { announcedLength, bodyChunks, drainBody } from '../request-body.ts'
import type { Effect, Misbehaviour } from './misbehaviour-rules.ts'
import { type Envelope, reshape, statusAnswer } from './other-answers.ts'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const destroyAfterBytes = async (c: AppContext, limit: number): Promise<void> => {
  let bytes = 0
  try {
    if (limit > 0) {
      for await (const chunk of bodyChunks(c.env.incoming)) {
        bytes += chunk.length
        if (bytes >= limit) break
      }
    }
  } catch {
    // The client went away by itself.
  }
  c.env.incoming.socket.destroy()
}

/** Waits until the client gives up, or for `forMs` at most. */
const fallSilent = async (c: AppContext, forMs?: number): Promise<void> => {
  const { socket } = c.env.incoming
  if (socket.destroyed) return
  await new Promise<void>((resolve) => {
    const timer = forMs === undefined ? undefined : setTimeout(resolve, forMs)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Does it end the request before the work? */
const isOfRequest = (effect: Effect): effect is Extract<Effect, { kind: 'cut' | 'half-open' }> =>
  (effect.kind === 'cut' && effect.at !== 'midway' && !(typeof effect.at === 'object' && 'answerShare' in effect.at)) ||
  (effect.kind === 'half-open' && effect.at === 'request')

const cutRequest = async (c: AppContext, at: Extract<Effect, { kind: 'cut' }>['at']): Promise<void> => {
  if (typeof at === 'number') return destroyAfterBytes(c, at)
  if (typeof at === 'object' && 'requestShare' in at)
    return destroyAfterBytes(c, Math.floor((announcedLength(c.env.incoming) ?? 0) * at.requestShare))
  return drainBody(c.env.incoming)
}

/** Applies the misbehavior before the work. Returns an answer if the work must be skipped; later steps are kept. */
const applyBefore = async (c: AppContext, effects: readonly Effect[]): Promise<Response | undefined> => {
  const exchange = c.get('exchange')
  for (const effect of effects) {
    exchange.effects.push(effect.kind)
    if (effect.kind === 'latency' && effect.when === 'before') await wait(effect.ms)
    else if (effect.kind === 'status') {
      await drainBody(c.env.incoming)
      return statusAnswer(effect)
    } else if (effect.kind === 'black-hole' || isOfRequest(effect)) {
      if (effect.kind === 'cut') await cutRequest(c, effect.at)
      else if (effect.kind === 'black-hole') await drainBody(c.env.incoming)
      if (effect.kind !== 'cut') await fallSilent(c, effect.kind === 'half-open' ? effect.forMs : undefined)
      c.env.incoming.socket.destroy()
      return RESPONSE_ALREADY_SENT
    } else exchange.after.push(effect)
  }
  return undefined
}

export const misbehaveOnArrival = (c: AppContext, misbehaviour: Misbehaviour): Promise<Response | undefined> =>
  applyBefore(c, misbehaviour.claim({ method: c.req.method, path: c.req.path }))

/** For rules that look at the content: called by an operation when it has read its body and has done nothing yet. Throws the answer. */
export const misbehaveOnContent = async (
  c: AppContext,
  misbehaviour: Misbehaviour,
  content: { readonly sha256?: string; readonly question?: string },
): Promise<void> => {
  const answer = await applyBefore(c, misbehaviour.claim({ method: c.req.method, path: c.req.path, content }))
  if (answer) throw new HTTPException(answer.status as ContentfulStatusCode, { res: answer })
}

/** Sends a share of the body under the whole body's length, and no more. */
const sendShare = async (c: AppContext, answer: Response, share: number): Promise<void> => {
  const body = Buffer.from(await answer.arrayBuffer())
  const { outgoing } = c.env
  outgoing.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'content-length': body.length })
  outgoing.flushHeaders()
  const part = body.subarray(0, Math.min(body.length - 1, Math.ceil(body.length * share)))
  if (part.length > 0) await new Promise<void>((resolve) => outgoing.write(part, () => resolve()))
}

const endSilently = async (c: AppContext, answer: Response, effect: Extract<Effect, { kind: 'lose-answer' | 'cut' | 'half-open' }>) => {
  const at = effect.kind === 'lose-answer' ? undefined : effect.at
  if (at === 'midway') await sendShare(c, answer, 0.5)
  else if (typeof at === 'object' && 'answerShare' in at) await sendShare(c, answer, at.answerShare)
  if (effect.kind === 'half-open') await fallSilent(c, effect.forMs)
  c.env.incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

/** Pages, and answers that say nothing, have no envelope. */
const isJson = ({ ok, headers }: Response): boolean => ok && (headers.get('content-type') ?? '').startsWith('application/json')

/** Applies the misbehavior after the work is committed; returns a replacement answer, if any. */
export const misbehaveAfterwards = async (c: AppContext): Promise<Response | undefined> => {
  const exchange = c.get('exchange')
  let answer: Response | undefined
  for (const effect of exchange.after) {
    if (effect.kind === 'latency') await wait(effect.ms)
    else if (effect.kind === 'lose-answer' || effect.kind === 'cut' || effect.kind === 'half-open') {
      return endSilently(c, answer ?? c.res, effect)
    } else if (effect.kind === 'html-answer') {
      answer = new Response('<!doctype html><title>Welcome</title><p>Please log in to the network.</p>', {
        headers: { 'content-type': 'text/html' },
      })
    } else if (effect.kind === 'envelope' && isJson(answer ?? c.res)) {
      const body = (await (answer ?? c.res).clone().json()) as Envelope
      answer = new Response(JSON.stringify(reshape(effect.form, body, exchange.id)), {
        status: c.res.status,
        headers: { 'content-type': 'application/json' },
      })
    }
  }
  return answer
}
