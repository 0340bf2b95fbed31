import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Files } from '../core/base/platform/files.ts'
import { isNonce, ownersWishes, proofPath, proveSample } from '../core/base/platform/sample-proof.ts'
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
import { misbehaveAfterwards, misbehaveOnArrival } from './for-tests/apply-misbehaviour.ts'
import { addInspection } from './for-tests/inspection-routes.ts'
import { createMisbehaviour, type Misbehaviour } from './for-tests/misbehaviour-rules.ts'
import { createAuthorize, createDecide } from './oauth/authorize.ts'
import { type Clients, createClients } from './oauth/clients.ts'
import { discoveryDocument } from './oauth/discovery.ts'
import { createGrants } from './oauth/grants.ts'
import { createSessions, type Sessions } from './oauth/sessions.ts'
import { createRevoke, createToken } from './oauth/token.ts'
import { createLetIn, noSuchPage, notToBeOpened, readPageForm } from './pages/enter.ts'
import { addPages, isPage } from './pages/routes.ts'
import { createEntrance, type Entrance } from './people/entrance.ts'
import { createPeople } from './people/people.ts'
import { createVisits } from './people/visits.ts'
import { createGate, type Operation } from './plan/switches.ts'
import { answerRefusal, errorBody, refuse } from './refusals.ts'
import type { DataFolder } from './store/data-folder.ts'
import { type Commit, createGroupCommit } from './store/group-commit.ts'
import { createSettings } from './store/open-database.ts'
import { createRequestLog, type RequestLog } from './store/request-log.ts'

type Ports = {
  readonly secret: string
  readonly baseUrl: string
  readonly entrance: Entrance
  readonly clients: Pick<Clients, 'ofConnectionFile'>
  readonly sessions: Pick<Sessions, 'lastOfClient' | 'rotate'>
  readonly commit: Commit
}

/** `GET`: shows that it serves the folder (`nonce`: the asker's), and gives a nonce with which the asker can show the same. */
const createProof =
  ({ secret, baseUrl, entrance }: Ports) =>
  (c: AppContext): Response | Promise<Response> => {
    const nonce = c.req.query('nonce') ?? ''
    return isNonce(nonce) ? c.json({ proof: proveSample(secret, nonce, baseUrl), nonce: entrance.challenge() }) : c.notFound()
  }

/**
 * `POST`: what Packshot may have because it can read the folder. `for=pages`: an entrance. `for=session`: a new pair of its client's last
 * session, for a computer without a keychain, where the pair was only in memory; `null` after it was signed out.
 */
const createOwnersAnswer =
  ({ entrance, clients, sessions, commit }: Ports) =>
  async (c: AppContext): Promise<Response> => {
    const form = await readPageForm(c)
    if (form instanceof Response) return form
    const wish = ownersWishes.find((one) => one === form.get('for'))
    if (wish === undefined || !entrance.isOwner(wish, form.get('nonce') ?? '', form.get('proof') ?? ''))
      throw refuse(403, 'Only who can read the data folder may ask for that.')
    if (wish === 'pages') return c.json({ entrance: entrance.issue() })
    const client = clients.ofConnectionFile()
    const session = client && sessions.lastOfClient(client.id)
    return c.json({ session: session ? await commit(() => sessions.rotate(session, session.access_scope)) : null })
  }

type ObservePorts = {
  readonly now: () => number
  readonly log: RequestLog
  readonly misbehaviour: Misbehaviour
  readonly isLogged: (path: string) => boolean
}

/** A page that resolves its own name to this computer must not get in (DNS rebinding). The port is free: a proxy of a test has its own. */
const isLoopbackHost = (host: string | undefined): boolean =>
  host !== undefined && /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(host)

/** Around every request: begins its exchange, misbehaves as configured, and saves the log row durably before sending an answer. */
const createObserve =
  ({ now, log, misbehaviour, isLogged }: ObservePorts): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    c.set('exchange', { id: `req_${randomUUID()}`, at: now(), credential: 'none', facts: {}, after: [], effects: [], logged: false })
    if (!isLoopbackHost(c.env.incoming.headers.host)) throw refuse(421 as 400, 'This workspace answers on this computer only.')
    if (!isLogged(c.req.path)) return next()
    const { incoming } = c.env
    const early = await misbehaveOnArrival(c, misbehaviour)
    if (early === undefined) await next()
    else c.res = early
    // The connection ended before the request was complete: nothing was done, and no one gets the answer.
    const isCut = incoming.socket.destroyed && !c.get('exchange').logged
    await log.note(c, isCut ? 0 : c.res.status)
    const instead = early === undefined ? await misbehaveAfterwards(c) : undefined
    if (instead) {
      c.res = undefined
      c.res = instead
    }
    return undefined
  }

type Route = { readonly method: string; readonly path: string }

/** The methods of the operations at a path; empty: there is none. A route's path has literal segments and `:parameters`. */
const methodsAt = (routes: readonly Route[], path: string): readonly string[] => {
  const segments = path.split('/')
  const isThere = (pattern: string): boolean => {
    const parts = pattern.split('/')
    return (
      parts.length === segments.length && parts.every((part, at) => (part.startsWith(':') ? segments[at] !== '' : part === segments[at]))
    )
  }
  const methods = routes.filter((route) => route.method !== 'ALL' && isThere(route.path)).map(({ method }) => method)
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort()
}

/** 405 with `Allow` (RFC 9110, 15.5.6). */
const answerWrongMethod = (methods: readonly string[]): Response => {
  const allow = methods.join(', ')
  return new Response(JSON.stringify(errorBody(405, `This path supports ${allow} only.`)), {
    status: 405,
    headers: { 'content-type': 'application/json', allow },
  })
}

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
