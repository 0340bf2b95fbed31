import { describe, expect, it } from 'vitest'
import { formatAnswersCsv } from '../../electron/cli/commands/lists.ts'
import type { Answer } from '../../shared/questions.ts'

const answer = (changes: Partial<Answer>): Answer => ({
  imageId: 'img_1',
  imageName: 'a.jpg',
  question: 'What?',
  kind: 'answer',
  text: 'A mug',
  editedText: null,
  answeredAt: 0,
  connectionId: 'con_1',
  jobId: 'job_1',
  ...changes,
})
const head = 'image,image_id,question,kind,answer,answered_at,written,voice\r\n'

describe('answers as CSV', () => {
  it('are a header and a line each, ended by CRLF', () => {
    expect(formatAnswersCsv([])).toBe(head)
    expect(formatAnswersCsv([answer({})])).toBe(`${head}a.jpg,img_1,What?,answer,A mug,1970-01-01T00:00:00.000Z,,\r\n`)
  })

  it('have the newest text in a brand voice, and the voice, in columns of their own', () => {
    const written = new Map([['job_1', { text: '=A mug, warm', voiceName: 'Friendly' }]])
    const lines = formatAnswersCsv([answer({}), answer({ jobId: 'job_2' })], written).split('\r\n')
    expect(lines[1]).toMatch(/A mug,1970-01-01T00:00:00\.000Z,"'=A mug, warm",Friendly$/)
    expect(lines[2]).toMatch(/,,$/)
  })

  it('have quotes doubled, and quotes around commas, quotes and line breaks (RFC 4180, section 2)', () => {
    expect(formatAnswersCsv([answer({ text: 'one, "two"\nthree\r\nfour' })])).toContain(',"one, ""two""\nthree\r\nfour",')
  })

  it('have umlauts and emoji as they are', () => {
    expect(formatAnswersCsv([answer({ imageName: 'Müsli 🍓.png', text: '„größer“ 日本茶' })])).toMatch(/Müsli 🍓\.png.*„größer“ 日本茶/)
  })

  it.each(['=HYPERLINK("http://x","y")', '+1', '-1', '@x', '\tx', '\rx', '＝1', '＋1', '－1', '＠1'])(
    'have no cell that is a formula: %j',
    (text) => {
      const cell = formatAnswersCsv([answer({ text, imageName: text, question: text })])
        .slice(head.length)
        .replaceAll('"', '')
      expect(cell.startsWith("'")).toBe(true)
      expect(cell.split(/,(?=')/)).toHaveLength(3)
    },
  )
})
