import { z } from 'zod'
import type { AppContext } from '../exchange.ts'
import { nameFault } from '../names.ts'
import { describeIssues, refuse } from '../refusals.ts'
import { readJson } from '../request-body.ts'
import type { RequestLog } from '../store/request-log.ts'
import type { ContentItem, ContentKind, Contents } from './items.ts'

/** One list of the service. Paths other than tones and templates are of ours: the spec names the resources only. */
export type ContentList = {
  readonly path: string
  readonly kind: ContentKind
  readonly operationId: string
  readonly tag: string
  readonly isPaged: boolean
  /** The operation that creates one; absent: none does (spec, "Scopes": documents are read only). */
  readonly createOperationId?: string
}

const list = (path: string, kind: ContentKind, tag: string, rest: Pick<ContentList, 'operationId' | 'createOperationId'>): ContentList => ({
  ...{ path, kind, tag, isPaged: kind !== 'template' },
  ...rest,
})

export const contentLists: readonly ContentList[] = [
  list('/v1/tones', 'tone', 'Brand Voices', { operationId: 'listTones', createOperationId: 'createTone' }),
  list('/v1/templates', 'template', 'Templates', { operationId: 'listTemplates' }),
  list('/v1/audiences', 'audience', 'Audiences', { operationId: 'listAudiences', createOperationId: 'createAudience' }),
  list('/v1/projects', 'project', 'Projects', { operationId: 'listProjects', createOperationId: 'createProject' }),
  list('/v1/documents', 'document', 'Documents', { operationId: 'listDocuments' }),
  list('/v1/knowledge', 'knowledge', 'Knowledge', { operationId: 'listKnowledge', createOperationId: 'createKnowledge' }),
  list('/v1/style-guides', 'style-guide', 'Style Guides', { operationId: 'listStyleGuides', createOperationId: 'createStyleGuide' }),
]

/** Query of a list (not-shown, "GET /v1/tones"); `q` looks in the names. */
export const listQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(100).default(10),
  q: z.string().max(200).default(''),
})

const digits = /^\d{1,15}$/

/** The query of a list. Throws 400: each parameter is sent once, and a number is plain decimal digits. */
export const readListQuery = (sent: Readonly<Record<string, readonly string[]>>): z.infer<typeof listQuery> => {
  const faults = Object.keys(listQuery.shape).flatMap((name) => {
    const values = sent[name] ?? []
    if (values.length > 1) return [`${name}: sent more than once`]
    return name !== 'q' && values.some((value) => !digits.test(value)) ? [`${name}: must be a whole number in decimal digits`] : []
  })
  if (faults.length > 0) throw refuse(400, faults)
  const parsed = listQuery.safeParse(Object.fromEntries(Object.entries(sent).map(([name, [value]]) => [name, value])))
  if (!parsed.success) throw refuse(400, describeIssues(parsed.error))
  return parsed.data
}

/** Our own body for creating an item in a list. */
export const contentBody = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .superRefine((name, context) => {
      const fault = nameFault(name, 200)
      if (fault !== undefined) context.addIssue(fault)
    }),
  value: z.string().trim().min(1).max(100_000),
})

export const contentData = z.strictObject({ id: z.string(), name: z.string(), value: z.string(), createdAt: z.iso.datetime() })
export const templateData = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  inputSchema: z.array(z.strictObject({ name: z.string(), label: z.string(), type: z.literal('string'), required: z.boolean() })),
})
const pageNumber = z.number().int().min(1).nullable()
export const pagination = z.strictObject({
  totalRecords: z.number().int().nonnegative(),
  page: z.number().int(),
  pageSize: z.number().int(),
  next: pageNumber,
  prev: pageNumber,
})

const show = ({ id, kind, name, value, details, createdAt }: ContentItem) =>
  kind === 'template'
    ? { id, name, description: value, inputSchema: details.inputSchema ?? [] }
    : { id, name, value, createdAt: new Date(createdAt).toISOString() }

export type ContentPorts = { readonly contents: Contents; readonly log: RequestLog }

/** `GET` of a list: the envelope with `pagination`, except where there is no paging. */
export const createContentListing =
  ({ contents }: ContentPorts, { kind, isPaged }: ContentList) =>
  async (c: AppContext): Promise<Response> => {
    const head = { requestId: c.get('exchange').id, resource: kind }
    if (!isPaged) return c.json({ ...head, data: contents.list(kind, '', 0, 10_000).map(show) })
    const { page, size, q } = readListQuery(c.req.queries())
    const totalRecords = contents.count(kind, q)
    const data = contents.list(kind, q, (page - 1) * size, size).map(show)
    const next = page * size < totalRecords ? page + 1 : null
    const prev = page > 1 ? page - 1 : null
    return c.json({ ...head, data, pagination: { totalRecords, page, pageSize: size, next, prev } })
  }

/** `POST` of a list. */
export const createContentCreation =
  ({ contents, log }: ContentPorts, { kind }: ContentList) =>
  async (c: AppContext): Promise<Response> => {
    const parsed = contentBody.safeParse(await readJson(c.env.incoming, { bytes: 1024 * 1024, text: 'The body is limited to 1 MB.' }))
    if (!parsed.success) throw refuse(400, describeIssues(parsed.error))
    const { name, value } = parsed.data
    const { item } = await log.settle(c, { name }, () => ({ status: 201, item: contents.create({ kind, name, value }) }))
    return c.json({ requestId: c.get('exchange').id, resource: kind, data: show(item) }, 201)
  }
