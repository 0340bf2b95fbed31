import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AnswerAbout } from '../analysis/answering.ts'
import type { AppContext } from '../exchange.ts'
import { misbehaveOnContent } from '../for-tests/apply-misbehaviour.ts'
import type { Misbehaviour } from '../for-tests/misbehaviour-rules.ts'
import { describeIssues, refuse } from '../refusals.ts'
import { readJson } from '../request-body.ts'
import type { RequestLog } from '../store/request-log.ts'
import { obtainPicture } from './obtain-picture.ts'

/** ImageAnalysisRequest (spec); the length is of ours (not-shown). */
export const analysisRequest = z.strictObject({
  imageUrl: z.string().min(1),
  question: z.string().max(4000, 'is limited to 4,000 characters').regex(/\S/, 'is empty'),
})
export const analysisResponse = z.strictObject({ analysis: z.string() })

export type AnalysePorts = { readonly answer: AnswerAbout; readonly log: RequestLog; readonly misbehaviour: Misbehaviour }

/** 30 MB as base64, and the rest of the body. */
const bodyLimit = { bytes: 42 * 1024 * 1024, text: 'imageUrl: an image is limited to 30 MB' }

/** `POST /v1/image/analysis`: the answer is bare, without the envelope of the other operations (not-shown, "success envelope"). */
export const createAnalyse =
  ({ answer, log, misbehaviour }: AnalysePorts) =>
  async (c: AppContext): Promise<Response> => {
    const parsed = analysisRequest.safeParse(await readJson(c.env.incoming, bodyLimit))
    if (!parsed.success) throw refuse(400, describeIssues(parsed.error))
    const { imageUrl, question } = parsed.data
    c.get('exchange').facts = { question }
    const bytes = await obtainPicture(imageUrl)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    c.get('exchange').facts = { sha256, question }
    await misbehaveOnContent(c, misbehaviour, { sha256, question })
    const answered = await answer(question, bytes, sha256)
    if (answered.kind === 'refused') throw refuse(400, [`imageUrl: ${answered.reason}`])
    const { kind, text } = answered
    await log.settle(c, { sha256, question, kind }, () => ({ status: 200 }))
    return c.json({ analysis: text })
  }
