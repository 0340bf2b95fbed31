import type { DatabaseSync } from 'node:sqlite'
import { OpenAPIHono } from '@hono/zod-openapi'
import { HTTPException } from 'hono/http-exception'
import { createAnswers } from './analysis/create-answers.ts'
import type { VisionEndpoint } from './analysis/vision/vision-endpoint.ts'
import { createAnalyse } from './api/analyse.ts'
import { createApiKeys, createAuthenticate } from './api/authenticate.ts'
import { createSourceCreation } from './api/create-source.ts'
import { describeApi } from './api/description.ts'
import { createProductCreation, createProducts, createProductUpdate } from './api/products.ts'
import { createSourceFiles } from './api/source-files.ts'
import { createSources } from './api/source-table.ts'
import { type ConnectionFilePorts, ensureConnectionFile, resetClientSecret } from './connection-file.ts'
import type { AppContext, AppEnv } from './exchange.ts'
import { addInspection } from './inspection/routes.ts'
import { createMisbehaviour } from './misbehaviour/rules.ts'
import { createGate, type Operation } from './misbehaviour/switches.ts'
import { createAuthorize, createDecide } from './oauth/authorize.ts'
import { createClients } from './oauth/clients.ts'
import { discoveryDocument } from './oauth/discovery.ts'
import { createGrants } from './oauth/grants.ts'
import { createSessions } from './oauth/sessions.ts'
import { createRevoke, createToken } from './oauth/token.ts'
import { createObserve } from './observe.ts'
import { answerRefusal, refuse } from './refusals.ts'
import { makeId } from './secrets.ts'
import type { DataFolder } from './store/data-folder.ts'
import { createGroupCommit } from './store/group-commit.ts'
import { createRequestLog } from './store/request-log.ts'

export type WorkspacePorts = {
  readonly folder: DataFolder
  readonly database: DatabaseSync
  /** Where it answers, without a trailing slash; also the OAuth issuer. */
  readonly baseUrl: string
  readonly name: string
  readonly adminToken: string
  /** Absent: questions beyond pixels and print are not answered. */
  readonly vision?: VisionEndpoint | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A line for a person. */
  readonly tell: (line: string) => void
}

export type Workspace = {
  readonly app: OpenAPIHono<AppEnv>
  /** A new API key; it is kept as a hash only. */
  readonly issueApiKey: () => string
  /** Makes what was accepted durable; call it last. */
  readonly flush: () => void
  /** Ends what it has started beside itself. */
  readonly stop: () => Promise<void>
}

/** The one person of a sample workspace, in whose name access is granted. */
const ensurePerson = (database: DatabaseSync): { readonly id: string; readonly name: string } => {
  const row = database.prepare('SELECT id, name FROM person LIMIT 1').get() as { id: string; name: string } | undefined
  if (row) return row
  const person = { id: makeId('usr'), name: 'Sam Sample' }
  database.prepare('INSERT INTO person (id, name) VALUES (?, ?)').run(person.id, person.name)
  return person
}

/** The whole service over HTTP (`spec/`), strict, on a database and a folder of its own. */
export const createWorkspace = ({ folder, database, baseUrl, name, adminToken, vision, now, tell }: WorkspacePorts): Workspace => {
  const { commit, flush } = createGroupCommit(database)
  const log = createRequestLog(database, commit)
  const clients = createClients(database, now)
  const sessions = createSessions(database, now)
  const grants = createGrants(database, now)
  const apiKeys = createApiKeys(database, now)
  const sources = createSources(database)
  const products = createProducts(database)
  const files = createSourceFiles(folder.sources)
  const misbehaviour = createMisbehaviour()
  const gate = createGate(now)
  const answers = createAnswers({ vision, tell })
  const connection: ConnectionFilePorts = { path: folder.connectionFile, name, baseUrl, clients, tell }
  ensureConnectionFile(connection)

  const app = new OpenAPIHono<AppEnv>()
  app.onError((error, c) => {
    if (error instanceof HTTPException) return answerRefusal(error)
    if (!c.env.incoming.complete && c.env.incoming.destroyed) return answerRefusal(refuse(400, 'The request ended too early.'))
    tell(`${c.req.method} ${c.req.path} failed: ${error instanceof Error ? error.stack : String(error)}`)
    return answerRefusal(refuse(500, 'Internal server error.'))
  })
  app.notFound(() => answerRefusal(refuse(404, 'There is no such operation.')))
  app.use('*', createObserve({ now, log, misbehaviour, isLogged: (path) => !path.startsWith('/admin/') }))

  const oauth = { issuer: baseUrl, workspaceName: () => name, person: ensurePerson(database), now, clients, grants, sessions, log }
  app.get('/.well-known/oauth-authorization-server', (c) => c.json(discoveryDocument(baseUrl)))
  app.get('/oauth2/authorize', createAuthorize(oauth))
  app.post('/oauth2/authorize/decision', createDecide(oauth))
  app.post('/oauth2/token', createToken(oauth))
  app.post('/oauth2/revoke', createRevoke(oauth))

  const authenticate = createAuthenticate({ now, sessions, apiKeys })
  const admitted = (operation: Operation, handle: (c: AppContext) => Promise<Response>) => (c: AppContext) => {
    authenticate(c)
    gate.pass(operation)
    return handle(c)
  }
  const product = { now, products, sources, log }
  app.post('/v1/image/analysis', admitted('analysis', createAnalyse({ answer: answers.answer, log, misbehaviour })))
  app.post('/v1/sources', admitted('sources', createSourceCreation({ now, files, sources, log, misbehaviour })))
  app.post('/v1/products', admitted('products', createProductCreation(product)))
  app.patch('/v1/products/:productId', admitted('products', createProductUpdate(product)))
  app.get('/openapi.json', (c) => c.json(describeApi(baseUrl, name)))

  addInspection(app, {
    ...{ adminToken, commit, log, products, sources, files, misbehaviour, gate, sessions, clients, apiKeys },
    resetClientSecret: (keepFile) => resetClientSecret(connection, keepFile),
  })
  return { app, issueApiKey: () => apiKeys.issue(), flush, stop: answers.stop }
}
