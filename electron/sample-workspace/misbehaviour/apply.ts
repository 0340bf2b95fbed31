import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppContext } from '../exchange.ts'
import { errorBody } from '../refusals.ts'
import { bodyChunks, drainBody } from '../request-body.ts'
import type { Effect, Misbehaviour } from './rules.ts'

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

const statusAnswer = ({ status, body, retryAfter }: Extract<Effect, { kind: 'status' }>): Response => {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
  if (body === 'empty') return new Response(null, { status, headers })
  if (body === 'html') {
    const html = `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1><p>Told to misbehave.</p></body></html>`
    return new Response(html, { status, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } })
  }
  return new Response(JSON.stringify(errorBody(status, 'Told to misbehave.')), {
    status,
    headers: { ...headers, 'content-type': 'application/json' },
  })
}

/** Waits until the client gives up. */
const fallSilent = async (c: AppContext): Promise<void> => {
  const { socket } = c.env.incoming
  if (!socket.destroyed) await new Promise<void>((resolve) => socket.once('close', () => resolve()))
}

/** Carries out what happens before the work. An answer, if the work is not to be done; what comes after the work is kept for later. */
const applyBefore = async (c: AppContext, effects: readonly Effect[]): Promise<Response | undefined> => {
  const exchange = c.get('exchange')
  for (const effect of effects) {
    exchange.effects.push(effect.kind)
    if (effect.kind === 'latency' && effect.when === 'before') await wait(effect.ms)
    else if (effect.kind === 'status') {
      await drainBody(c.env.incoming)
      return statusAnswer(effect)
    } else if (effect.kind === 'black-hole' || (effect.kind === 'cut' && effect.at !== 'midway')) {
      if (effect.kind === 'cut' && typeof effect.at === 'number') await destroyAfterBytes(c, effect.at)
      else await drainBody(c.env.incoming)
      if (effect.kind === 'black-hole') await fallSilent(c)
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

type Envelope = { readonly requestId?: string; readonly resource?: string; readonly data?: unknown }

const reshape = (form: Extract<Effect, { kind: 'envelope' }>['form'], body: Envelope, requestId: string): unknown => {
  const data = body.data ?? body
  if (form === 'array') return [body]
  if (form === 'bare') return data
  if (form === 'data-array') return { ...body, data: [data] }
  if (form === 'id-only') return { id: (data as { id?: unknown }).id }
  return body.data === undefined ? { requestId, resource: 'analysis', data } : body
}

/** Sends half of the body under the whole body's length, then destroys the connection. */
const sendHalf = async (c: AppContext, answer: Response): Promise<void> => {
  const body = Buffer.from(await answer.arrayBuffer())
  const { outgoing, incoming } = c.env
  outgoing.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'content-length': body.length })
  await new Promise<void>((resolve) => outgoing.write(body.subarray(0, Math.ceil(body.length / 2)), () => resolve()))
  incoming.socket.destroy()
}

/** Carries out what happens once the work is committed; the answer to send instead, if another one. */
export const misbehaveAfterwards = async (c: AppContext): Promise<Response | undefined> => {
  const exchange = c.get('exchange')
  let answer: Response | undefined
  for (const effect of exchange.after) {
    if (effect.kind === 'latency') await wait(effect.ms)
    else if (effect.kind === 'lose-answer' || effect.kind === 'cut') {
      if (effect.kind === 'cut') await sendHalf(c, answer ?? c.res)
      else c.env.incoming.socket.destroy()
      return RESPONSE_ALREADY_SENT
    } else if (effect.kind === 'html-answer') {
      answer = new Response('<!doctype html><title>Welcome</title><p>Please log in to the network.</p>', {
        headers: { 'content-type': 'text/html' },
      })
    } else if (effect.kind === 'envelope' && c.res.ok) {
      const body = (await (answer ?? c.res).clone().json()) as Envelope
      answer = new Response(JSON.stringify(reshape(effect.form, body, exchange.id)), {
        status: c.res.status,
        headers: { 'content-type': 'application/json' },
      })
    }
  }
  return answer
}
