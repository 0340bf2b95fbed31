import { z } from 'zod'
import type { AppContext } from '../exchange.ts'
import { describeIssues, refuse } from '../refusals.ts'
import { readJson } from '../request-body.ts'
import type { RequestLog } from '../store/request-log.ts'
import type { ContentItem, ContentKind, Contents } from './items.ts'
import { writeTexts } from './write-text.ts'

const text = z.string().max(20_000)
const id = z.string().max(100)

/** Body of `POST /v1/command` (not-shown). */
export const commandBody = z.strictObject({
  inputs: z.strictObject({
    command: text.regex(/\S/, 'is empty'),
    context: text.optional(),
    toneId: id.optional(),
    audienceId: id.optional(),
    styleId: id.optional(),
    knowledgeIds: z.array(id).max(3).optional(),
  }),
  options: z
    .strictObject({
      outputCount: z.number().int().min(1).max(5).default(1),
      inputLanguage: z.string().max(50).optional(),
      outputLanguage: z.string().max(50).optional(),
      languageFormality: z.string().max(50).optional(),
      completionType: z.string().max(50).optional(),
    })
    .default({ outputCount: 1 }),
})
export const commandData = z.array(z.strictObject({ id: z.string(), text: z.string() })).min(1)

/** `POST /v1/command`: 201 with one or more texts; fewer than asked for where they would be the same. */
export const createCommand =
  ({ contents, log }: { readonly contents: Contents; readonly log: RequestLog }) =>
  async (c: AppContext): Promise<Response> => {
    const parsed = commandBody.safeParse(await readJson(c.env.incoming, { bytes: 1024 * 1024, text: 'The body is limited to 1 MB.' }))
    if (!parsed.success) throw refuse(400, describeIssues(parsed.error))
    const { inputs, options } = parsed.data
    const faults: string[] = []
    const find = (field: string, kind: ContentKind, wanted: string | undefined): ContentItem | undefined => {
      const item = wanted === undefined ? undefined : contents.find(kind, wanted)
      if (wanted !== undefined && item === undefined) faults.push(`inputs.${field}: there is no such item in this workspace`)
      return item
    }
    const tone = find('toneId', 'tone', inputs.toneId)
    const style = find('styleId', 'style-guide', inputs.styleId)
    find('audienceId', 'audience', inputs.audienceId)
    const knowledge = (inputs.knowledgeIds ?? []).map((one) => find('knowledgeIds', 'knowledge', one))
    if (faults.length > 0) throw refuse(400, faults)
    const voice = [tone?.value, style?.value, options.languageFormality].filter(Boolean).join(' ')
    const { outputCount, outputLanguage } = options
    const texts = writeTexts({
      ...{ command: inputs.command, context: inputs.context, voice, outputCount, outputLanguage },
      knowledge: knowledge.flatMap((item) => (item ? [item.value] : [])),
    })
    await log.settle(c, { command: inputs.command, toneId: inputs.toneId }, () => ({ status: 201 }))
    const { id: requestId } = c.get('exchange')
    return c.json(
      { requestId, resource: 'command', data: texts.map((one, index) => ({ id: `${requestId}-${index + 1}`, text: one })) },
      201,
    )
  }
