import type { Hono } from 'hono'
import { z } from 'zod'
import type { ApiKeys } from '../api/api-keys.ts'
import type { Products } from '../api/products.ts'
import type { SourceFiles } from '../api/source-files.ts'
import type { Sources } from '../api/source-table.ts'
import type { AppEnv } from '../exchange.ts'
import type { Clients } from '../oauth/clients.ts'
import type { Sessions } from '../oauth/sessions.ts'
import { type Gate, switchesChange } from '../plan/switches.ts'
import { describeIssues, refuse } from '../refusals.ts'
import { readJson } from '../request-body.ts'
import { hashSecret, matchesHash } from '../secrets.ts'
import type { Commit } from '../store/group-commit.ts'
import type { RequestLog } from '../store/request-log.ts'
import { type Misbehaviour, rules } from './misbehaviour-rules.ts'

export type InspectionPorts = {
  readonly adminToken: string
  readonly commit: Commit
  readonly log: RequestLog
  readonly products: Products
  readonly sources: Sources
  readonly files: SourceFiles
  readonly misbehaviour: Misbehaviour
  readonly gate: Gate
  readonly sessions: Sessions
  readonly clients: Clients
  readonly apiKeys: ApiKeys
  /** A new secret for the client, written to the connection file unless `keepFile`. */
  readonly resetClientSecret: (keepFile: boolean) => string | undefined
}

const digits = z.string().regex(/^\d{1,15}$/)
const page = z.object({
  after: digits.transform(Number).default(0),
  limit: digits.transform(Number).pipe(z.number().positive().max(10_000)).default(1000),
})
const limit = { bytes: 1024 * 1024, text: 'The body is limited to 1 MB.' }

/** What tests and the demo look at and turn: none of it is part of the service, all of it needs the token in `<data folder>/admin-token`. */
export const addInspection = (app: Hono<AppEnv>, ports: InspectionPorts): void => {
  const { adminToken, commit, log, products, sources, files, misbehaviour, gate, sessions, clients, apiKeys, resetClientSecret } = ports
  const tokenHash = hashSecret(adminToken)
  const parse = <T>(schema: z.ZodType<T>, value: unknown): T => {
    const parsed = schema.safeParse(value)
    if (!parsed.success) throw refuse(400, describeIssues(parsed.error))
    return parsed.data
  }
  app.use('/admin/*', async (c, next) => {
    const given = c.env.incoming.headers['x-admin-token']
    if (typeof given !== 'string' || !matchesHash(given, tokenHash)) throw refuse(401, 'Send the admin token.')
    await next()
  })
  app.get('/admin/requests', (c) => {
    const { after, limit: most } = parse(page, c.req.query())
    return c.json({ requests: log.list(after, most) })
  })
  app.get('/admin/products', (c) => {
    const { after, limit: most } = parse(page, c.req.query())
    return c.json({ products: products.list(after, most) })
  })
  app.get('/admin/sources', (c) => {
    const { after, limit: most } = parse(page, c.req.query())
    return c.json({ sources: sources.list(after, most) })
  })
  app.get('/admin/sources/:id/bytes', (c) => {
    const source = sources.find(c.req.param('id'))
    if (source?.type !== 'FILE') throw refuse(404, 'There is no such file.')
    return new Response(files.read(source.id), {
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(source.bytes ?? 0) },
    })
  })
  app.get('/admin/misbehave', (c) => c.json({ rules: misbehaviour.list() }))
  app.post('/admin/misbehave', async (c) => {
    misbehaviour.set(parse(rules, await readJson(c.env.incoming, limit)))
    return c.json({ rules: misbehaviour.list() })
  })
  app.delete('/admin/misbehave', (c) => {
    misbehaviour.set([])
    return c.json({ rules: [] })
  })
  app.get('/admin/switches', (c) => c.json(gate.get()))
  app.post('/admin/switches', async (c) => c.json(gate.change(parse(switchesChange, await readJson(c.env.incoming, limit)))))
  app.post('/admin/revoke-all', async (c) => c.json({ ended: await commit(() => sessions.endAll()) }))
  app.post('/admin/reset-client-secret', (c) => {
    resetClientSecret(c.req.query('keepFile') !== undefined)
    return c.json({ clientId: clients.ofConnectionFile()?.id })
  })
  app.post('/admin/remove-client', async (c) => {
    const client = clients.ofConnectionFile()
    if (client)
      await commit(() => {
        clients.remove(client.id)
        sessions.endOfClient(client.id)
      })
    return c.json({ clientId: client?.id })
  })
  app.post('/admin/api-keys', async (c) => c.json({ apiKey: await commit(() => apiKeys.issue()) }))
  app.delete('/admin/api-keys', async (c) => {
    await commit(() => apiKeys.revokeAll())
    return c.json({})
  })
}
