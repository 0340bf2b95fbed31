import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { ocrLanguageFolder, ocrWorkerPath, printFinderFiles } from '../../electron/measuring-pixels/text/ocr-files.ts'
import { createPrintFinder } from '../../electron/measuring-pixels/text/print-finder.ts'
import { createReadText } from '../../electron/measuring-pixels/text/read-text.ts'
import { createRecogniser } from '../../electron/measuring-pixels/text/recogniser.ts'
import { createTurns } from '../../electron/measuring-pixels/turns.ts'
import { measurePicture, opening } from '../../electron/sample-workspace/analysis/measure.ts'
import { countWordsRead, labels } from '../measuring-pixels/render-labels.ts'

const recogniser = createRecogniser({ workerPath: ocrWorkerPath(), languageFolder: ocrLanguageFolder() })
const finder = createPrintFinder(printFinderFiles())
afterAll(() => Promise.all([recogniser.stop(), finder.stop()]))
const read = createReadText({ recogniser, finder, turns: createTurns(1, 100, () => new Error('busy')), limitMs: 60_000 })

// A third of them is part of `npm test` (measuring-pixels/read-text.test.ts).
test('at least 90 % of the words on twenty labels are read', async () => {
  const { found, all } = await countWordsRead(labels, async (bytes) => {
    const measured = await measurePicture(bytes)
    if (measured.kind === 'refused') throw new Error(measured.reason)
    const reading = await read(opening(bytes), createHash('sha256').update(bytes).digest('hex'), measured.picture)
    return reading.kind === 'text' ? reading.lines.map(({ text }) => text).join('\n') : ''
  })
  expect(found / all).toBeGreaterThanOrEqual(0.9)
})
