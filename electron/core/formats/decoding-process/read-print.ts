import sharp from 'sharp'
import { mostLetters, mostWords } from '../../../../shared/checks/measurement-shapes.ts'
import type { PictureText } from '../../../../shared/checks/measurements.ts'
import type { Readers } from '../../../measuring-pixels/text/read-text.ts'
import { type PrintTaskMessage, toWorkerError } from './decoding-messages.ts'
import { openPicture } from './open-picture.ts'
import { uprightPixels } from './upright-pixels.ts'

/** Longest side of what is read, in pixels: the reader looks at about as many. */
const readSide = 2000
/** Of the reader itself; the process has more for decoding. */
const limitMs = 60_000
type Reader = { readonly readers: Readers; readonly findText: typeof import('../../../measuring-pixels/text/read-text.ts').findText }

let opened: Promise<Reader> | undefined

/** Loaded with the first task: other processes never need it. */
const openReader = async (): Promise<Reader> => {
  const [{ createRecogniser }, { createPrintFinder }, { ocrLanguageFolder, ocrWorkerPath, printFinderFiles }, { findText }] =
    await Promise.all([
      import('../../../measuring-pixels/text/recogniser.ts'),
      import('../../../measuring-pixels/text/print-finder.ts'),
      import('../../../measuring-pixels/text/ocr-files.ts'),
      import('../../../measuring-pixels/text/read-text.ts'),
    ])
  const recogniser = createRecogniser({ workerPath: ocrWorkerPath(), languageFolder: ocrLanguageFolder() })
  return { readers: { recogniser, finder: createPrintFinder(printFinderFiles()) }, findText }
}

/** The print on a picture that was checked. Errors: `damaged-image`, `too-many-pixels`, `file-missing`, `file-unreadable`, `internal`. */
export const readPrint = async ({ path, format }: PrintTaskMessage): Promise<PictureText> => {
  const picture = await openPicture(path, format)
  const { data, info } = await uprightPixels(picture, { width: readSide, height: readSide, fit: 'inside', withoutEnlargement: true })
  opened ??= openReader()
  const { readers, findText } = await opened
  const { width, height, channels } = info
  const open = () => sharp(data, { raw: { width, height, channels: channels as 3 | 4 } })
  const found = await findText(open, readers, Date.now() + limitMs)
  if (found.kind === 'failed') throw toWorkerError({ kind: 'unexpected', said: found.reason })
  if (found.kind !== 'text') return { words: [], areaShare: 0, ...(found.kind === 'unreadable' ? { isUnreadable: true } : {}) }
  const covered = found.words.reduce((sum, { box }) => sum + box.width * box.height, 0)
  return {
    words: found.words.slice(0, mostWords).map(({ text }) => text.slice(0, mostLetters)),
    areaShare: Math.min(1, covered / (found.width * found.height)),
  }
}
