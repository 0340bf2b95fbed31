import type { DatabaseSync } from 'node:sqlite'
import { OpenAPIHono } from '@hono/zod-openapi'
import { HTTPException } from 'hono/http-exception'
import type { Files } from '../core/base/platform/files.ts'
import { proofPath } from '../core/base/platform/sample-proof.ts'
import { createAnswers } from './analysis/create-answers.ts'
import type { VisionEndpoint } from './analysis/vision/vision-endpoint.ts'
import { createAnalyse } from './api/analyse.ts'
import { createApiKeys } from './api/api-keys.ts'
import { type Access, createAuthenticate } from './api/check-credential-and-scope.ts'
import { createPictureCheck } from './api/check-picture.ts'
import { createSourceCreation } from './api/create-source.ts'
import { createProductCreation, createProductReading, createProducts, createProductUpdate } from './api/products.ts'
import { createSourceFiles } from './api/source-files.ts'
import { createSources } from './api/source-table.ts'
import { type ConnectionFilePorts, ensureConnectionFile, resetClientSecret, updateConnectionFile } from './connection-file.ts'
import { contentLists, createContentCreation, createContentListing } from './content/content-lists.ts'
import { ensureFirstContent } from './content/first-content.ts'
import { createContents } from './content/items.ts'
import { createCommand } from './content/run-command.ts'
import { describeApi } from './describe/describe-api.ts'
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
import { createOwnersAnswer, createProof } from './owner.ts'
import { createLetIn, noSuchPage, notToBeOpened } from './pages/enter.ts'
import { addPages, isPage } from './pages/routes.ts'
import { createEntrance } from './people/entrance.ts'
import { createPeople } from './people/people.ts'
import { createVisits } from './people/visits.ts'
import { answerRefusal, refuse } from './refusals.ts'
import type { DataFolder } from './store/data-folder.ts'
import { createGroupCommit } from './store/group-commit.ts'
import { createSettings } from './store/open-database.ts'
import { createRequestLog } from './store/request-log.ts'
import { answerWrongMethod, methodsAt } from './wrong-method.ts'

export type WorkspacePorts = {
  readonly folder: DataFolder
  readonly files: Files
  readonly database: DatabaseSync
  /** Where it answers, without a trailing slash; also the OAuth issuer. */
  readonly baseUrl: string
  readonly name: string
  readonly adminToken: string
  /** Absent: questions beyond pixels and print are not answered. */
  readonly vision?: VisionEndpoint | undefined
  /** Of the client in the connection file, when it is made. */
  readonly redirectUris: readonly string[]
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

const authorizePath = '/oauth2/authorize'
const productPath = '/v1/products/:productId'

/** The whole service over HTTP (`spec/`), strict, with its own database and folder. */
export const createWorkspace = (ports: WorkspacePorts): Workspace => {
  const { folder, database, baseUrl, name, adminToken, vision, redirectUris, now, tell } = ports
  const { commit, flush } = createGroupCommit(database)
  const log = createRequestLog(database, commit)
  const clients = createClients(database, now)
  const sessions = createSessions(database, now)
  const grants = createGrants(database, now)
  const apiKeys = createApiKeys(database, now)
  const sources = createSources(database)
  const products = createProducts(database)
  const files = createSourceFiles(folder.sources, ports.files)
  const misbehaviour = createMisbehaviour()
  const gate = createGate(now, createSettings(database), () => updateConnectionFile(connection))
  const answers = createAnswers({ vision, tell })
  const contents = createContents(database, now)
  ensureFirstContent(contents)
  const people = createPeople(database)
  const visits = createVisits(people)
  const entrance = createEntrance({ secret: adminToken, baseUrl, now })
  const connection: ConnectionFilePorts = {
    files: ports.files.sync,
    path: folder.connectionFile,
    name,
    baseUrl,
    clients,
    redirectUris,
    readsProducts: () => gate.get().productReading,
    tell,
  }
  ensureConnectionFile(connection)

  const app = new OpenAPIHono<AppEnv>()
  app.onError((error, c) => {
    if (error instanceof HTTPException) return answerRefusal(error)
    if (!c.env.incoming.complete && c.env.incoming.destroyed) return answerRefusal(refuse(400, 'The request ended too early.'))
    tell(`${c.req.method} ${c.req.path} failed: ${error instanceof Error ? error.stack : String(error)}`)
    return answerRefusal(refuse(500, 'Internal server error.'))
  })
  const isOn = ({ method, path }: { method: string; path: string }) =>
    !(method === 'GET' && path === productPath) || gate.get().productReading
  app.notFound((c) => {
    const methods = methodsAt(app.routes.filter(isOn), c.req.path)
    if (isPage(c.req.path)) return methods.length > 0 ? notToBeOpened(methods) : noSuchPage()
    return methods.length > 0 ? answerWrongMethod(methods) : answerRefusal(refuse(404, 'There is no such operation.'))
  })
  app.use(
    '*',
    createObserve({ now, log, misbehaviour, isLogged: (path) => !path.startsWith('/admin/') && path !== proofPath && !isPage(path) }),
  )

  const visitorOf = (c: AppContext) => visits.of(c)?.person
  const { isLetIn } = visits
  const oauth = { issuer: baseUrl, workspaceName: () => name, people, isLetIn, visitorOf, now, clients, grants, sessions, log }
  app.get('/.well-known/oauth-authorization-server', (c) => c.json(discoveryDocument(baseUrl)))
  const owner = { secret: adminToken, baseUrl, entrance, clients, sessions, commit }
  app.get(proofPath, createProof(owner))
  app.post(proofPath, createOwnersAnswer(owner))
  const letIn = createLetIn(visits, entrance)
  app.use('*', (c, next) => (isPage(c.req.path) || c.req.path.startsWith(authorizePath) ? letIn(c, next) : next()))
  app.get(authorizePath, createAuthorize(oauth))
  app.post('/oauth2/authorize/decision', createDecide(oauth))
  app.post('/oauth2/token', createToken(oauth))
  app.post('/oauth2/revoke', createRevoke(oauth))

  const authenticate = createAuthenticate({ now, sessions, apiKeys })
  const admitted = (operation: Operation, access: Access, handle: (c: AppContext) => Promise<Response>) => (c: AppContext) => {
    authenticate(c, access)
    gate.pass(operation)
    return handle(c)
  }
  const product = { now, products, sources, isWholePicture: createPictureCheck(files), log }
  app.post('/v1/image/analysis', admitted('analysis', 'write', createAnalyse({ answer: answers.answer, log, misbehaviour })))
  app.post('/v1/sources', admitted('sources', 'write', createSourceCreation({ now, files, sources, contents, log, misbehaviour })))
  app.post('/v1/products', admitted('products', 'write', createProductCreation(product)))
  app.patch(productPath, admitted('products', 'write', createProductUpdate(product)))
  const readProduct = admitted('products', 'read', createProductReading(product))
  app.get(productPath, (c) => (gate.get().productReading ? readProduct(c) : c.notFound()))
  app.post('/v1/command', admitted('command', 'write', createCommand({ contents, log })))
  for (const list of contentLists) {
    app.get(list.path, admitted('content', 'read', createContentListing({ contents, log }, list)))
    if (list.createOperationId) app.post(list.path, admitted('content', 'write', createContentCreation({ contents, log }, list)))
  }
  app.get('/openapi.json', (c) => c.json(describeApi(baseUrl, name, gate.get().productReading)))

  addPages(app, {
    ...{ workspaceName: name, people, visits, gate, clients, sessions, apiKeys, commit, products, sources, files },
    resetSecretOfFile: () => resetClientSecret(connection, false),
  })
  addInspection(app, {
    ...{ adminToken, commit, log, products, sources, files, misbehaviour, gate, sessions, clients, apiKeys },
    resetClientSecret: (keepFile) => resetClientSecret(connection, keepFile),
  })
  return { app, issueApiKey: () => apiKeys.issue(), flush, stop: answers.stop }
}
