import { expect, it } from 'vitest'
import { formatCsv, formatJson } from '../../renderer/ask/export-answers.ts'
import type { Answer } from '../../shared/questions.ts'

const answer = (jobId: string): Answer => ({
  imageId: 'img_1',
  imageName: 'a.jpg',
  question: 'What?',
  kind: 'answer',
  text: 'A mug',
  editedText: null,
  answeredAt: 0,
  connectionId: 'con_1',
  jobId,
})
const written = new Map([['job_1', { text: '=A mug, “warm”', voiceName: 'Friendly' }]])

it('an export has the newest text in a brand voice, and the voice, in columns of their own', () => {
  const [head, first, second] = formatCsv([answer('job_1'), answer('job_2')], written).split('\r\n')
  expect(head).toBe('picture,question,answer,edited,answered at,image id,written,voice')
  expect(first).toBe('a.jpg,What?,A mug,no,1970-01-01T00:00:00.000Z,img_1,"\'=A mug, “warm”",Friendly')
  expect(second).toMatch(/,img_1,,$/)
  expect(JSON.parse(formatJson([answer('job_1'), answer('job_2')], written))).toMatchObject([
    { answer: 'A mug', written: '=A mug, “warm”', voice: 'Friendly' },
    { answer: 'A mug', written: null, voice: null },
  ])
})
