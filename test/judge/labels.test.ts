import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { measurePicture } from '../../electron/sample-workspace/analysis/measure.ts'
import { ocrLanguageFolder, ocrWorkerPath } from '../../electron/sample-workspace/analysis/text/ocr-files.ts'
import { createReadText } from '../../electron/sample-workspace/analysis/text/read-text.ts'
import { createRecogniser } from '../../electron/sample-workspace/analysis/text/recogniser.ts'
import { createTurns } from '../../electron/sample-workspace/analysis/turns.ts'
import { countWordsRead, labels } from '../sample-workspace/analysis/render-labels.ts'

const recogniser = createRecogniser({ workerPath: ocrWorkerPath(), languageFolder: ocrLanguageFolder() })
afterAll(() => recogniser.stop())
const read = createReadText({ recogniser, turns: createTurns(1, 100, () => new Error('busy')), limitMs: 60_000 })

// A third of them is part of `npm test` (sample-workspace/analysis/read-text.test.ts).
test('at least 90 % of the words on twenty labels are read', async () => {
  const { found, all } = await countWordsRead(labels, async (bytes) => {
    const measured = await measurePicture(bytes)
    if (measured.kind === 'refused') throw new Error(measured.reason)
    const reading = await read(bytes, createHash('sha256').update(bytes).digest('hex'), measured.picture)
    return reading.kind === 'text' ? reading.lines.map(({ text }) => text).join('\n') : ''
  })
  expect(found / all).toBeGreaterThanOrEqual(0.9)
})
