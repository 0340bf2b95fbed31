import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../shared/answers/questions.ts'
import { formatCsv, formatJson, formatLines } from '../../../shared/exchange/export-answers.ts'

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
const head = 'image,image_id,question,kind,answer,edited,answered_at,written,voice,about_earlier_file\r\n'

describe('answers as CSV', () => {
  it('have a header and one line each, ended by CRLF', () => {
    expect(formatCsv([])).toBe(head)
    expect(formatCsv([answer({})])).toBe(`${head}a.jpg,img_1,What?,answer,A mug,no,1970-01-01T00:00:00.000Z,,,no\r\n`)
    expect(formatCsv([answer({ isAboutEarlier: true })])).toMatch(/,,,yes\r\n$/)
  })

  it('have the newest text in a brand voice, and the voice, in separate columns', () => {
    const written = new Map([['job_1', { text: '=A mug, warm', voiceName: 'Friendly' }]])
    const lines = formatCsv([answer({}), answer({ jobId: 'job_2' })], written).split('\r\n')
    expect(lines[1]).toMatch(/A mug,no,1970-01-01T00:00:00\.000Z,"'=A mug, warm",Friendly,no$/)
    expect(lines[2]).toMatch(/,,,no$/)
  })

  it('contain a person’s edit instead of the service’s answer, and say so', () => {
    expect(formatCsv([answer({ editedText: 'A cup' })])).toContain(',answer,A cup,yes,')
  })

  it('have quotes doubled, and quotes around commas, quotes and line breaks (RFC 4180, section 2)', () => {
    expect(formatCsv([answer({ text: 'one, "two"\nthree\r\nfour' })])).toContain(',"one, ""two""\nthree\r\nfour",')
  })

  it('keep umlauts and emoji', () => {
    expect(formatCsv([answer({ imageName: 'Müsli 🍓.png', text: '„größer“ 日本茶' })])).toMatch(/Müsli 🍓\.png.*„größer“ 日本茶/)
  })

  it.each(['=HYPERLINK("http://x","y")', '+1', '-1', '@x', '\tx', '\rx', '＝1', '＋1', '－1', '＠1'])(
    'contain no cell that is a formula: %j',
    (text) => {
      const cell = formatCsv([answer({ text, imageName: text, question: text })])
        .slice(head.length)
        .replaceAll('"', '')
      expect(cell.startsWith("'")).toBe(true)
      expect(cell.split(/,(?=')/)).toHaveLength(3)
    },
  )
})

describe('answers as JSON', () => {
  it('have the newest text in a brand voice, and the voice, in separate fields', () => {
    const written = new Map([['job_1', { text: '=A mug, “warm”', voiceName: 'Friendly' }]])
    expect(JSON.parse(formatJson([answer({}), answer({ jobId: 'job_2' })], written))).toMatchObject([
      { answer: 'A mug', edited: false, written: '=A mug, “warm”', voice: 'Friendly' },
      { answer: 'A mug', edited: false, written: null, voice: null },
    ])
  })
})

describe('answers for the clipboard', () => {
  it('have one line each with tabs between, and no cell is a formula', () => {
    expect(formatLines([answer({ text: '=1\n+\t1' }), answer({})])).toBe("a.jpg\tWhat?\t'=1 + 1\na.jpg\tWhat?\tA mug")
  })
})
