import { implement } from '@orpc/server'
import { errorFrom } from '../../shared/base/errors.ts'
import { contract } from '../../shared/contract.ts'
import { refusedBy } from './refused-by.ts'

const minute = 60_000
const voices = ['Plain', 'Friendly', 'Formal', 'Autumn catalogue'].map((name, at) => ({
  id: `ton_${at}`,
  name,
  description: at === 0 ? 'Short sentences. Plain words.' : 'Friendly and relaxed: contractions, one thought per sentence.',
}))
const templates = [
  {
    id: 'skl_1',
    name: 'Alt text',
    description: 'An alternative text for a product picture.',
    inputs: [
      { name: 'answer', label: 'What the picture shows', type: 'string', isRequired: true },
      { name: 'product', label: 'Product name', type: 'string', isRequired: false },
    ],
  },
]

/** Brand voices, templates and texts in memory. Every fifth answer has a text, or one that is being written. */
export const createFakeContent = () => {
  const os = implement(contract)
  const fetchedAt = Date.now() - 2 * minute
  const text = (answerJobId: string, voiceName: string, minutesAgo: number, isOutdated = false) => ({
    answerJobId,
    jobId: `job_w${minutesAgo}`,
    textId: null,
    text: 'A hand-thrown mug in warm stoneware, glazed in sea green: it’s made for long mornings.',
    voiceId: 'ton_1',
    voiceName,
    instruction: isOutdated ? null : 'max 125 characters',
    writtenAt: Date.now() - minutesAgo * minute,
    isOutdated,
  })
  const reason = errorFrom(refusedBy(400, 'inputs.toneId: there is no such item in this workspace', 'content'), {
    failure: {
      kind: 'writing-refused',
      voice: 'Formal',
      because: refusedBy(400, 'inputs.toneId: there is no such item in this workspace', 'content'),
    },
  }).toRecord()
  const pendingText = { instruction: null, reason: null }
  const writingOf = (answerJobId: string, at: number) => ({
    answerJobId,
    texts: at % 4 === 0 ? [text(answerJobId, 'Friendly', 3), text(answerJobId, 'Plain', 40, true)] : [],
    pending:
      at % 4 === 1
        ? [{ ...pendingText, jobId: 'job_p1', voiceName: 'Friendly', state: 'running' as const }]
        : at % 4 === 2
          ? [{ ...pendingText, jobId: 'job_p2', voiceName: 'Formal', state: 'parked' as const, reason }]
          : [],
  })
  return {
    voices: {
      page: os.brandVoices.voices.page.handler(({ input }) => {
        const rows = voices.filter((one) => one.name.toLowerCase().includes(input.text.toLowerCase()))
        return { total: rows.length, fetchedAt, rows }
      }),
      refresh: os.brandVoices.voices.refresh.handler(() => ({ total: voices.length, fetchedAt })),
    },
    templates: {
      list: os.brandVoices.templates.list.handler(() => ({ total: templates.length, fetchedAt, rows: templates })),
      refresh: os.brandVoices.templates.refresh.handler(() => ({ total: templates.length, fetchedAt })),
    },
    texts: {
      of: os.brandVoices.texts.of.handler(({ input }) => input.answerJobIds.map((id) => writingOf(id, Number(id.replace(/\D/g, '') || 0)))),
    },
    write: os.brandVoices.write.handler(({ input }) => ({
      queued: 1,
      before: 0,
      withoutAnswer: 0,
      voice: { id: input.voice, name: voices.find((one) => one.id === input.voice)?.name ?? input.voice },
    })),
  }
}
