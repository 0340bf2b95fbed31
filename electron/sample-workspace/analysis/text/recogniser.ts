import { createWorker, PSM, type Worker } from 'tesseract.js'

/** A word as read; lengths are pixels of the prepared picture. */
export type ReadWord = {
  readonly text: string
  /** 0 to 100. */
  readonly confidence: number
  readonly height: number
  /** Which line of the reading it stands in. */
  readonly line: number
}

export type Recognised = { readonly kind: 'read'; readonly words: readonly ReadWord[] } | { readonly kind: 'failed'; readonly reason: string }

/** How the text lies on the picture: as on a page, or strewn over it. */
export type Layout = 'page' | 'sparse'

export type Recogniser = {
  /** One at a time: the caller waits for the one before. `picture`: PNG, grey. `until`: epoch milliseconds at which it is killed. */
  readonly recognise: (picture: Buffer, layout: Layout, until: number) => Promise<Recognised>
  readonly stop: () => Promise<void>
}

export type RecogniserFiles = { readonly workerPath: string; readonly languageFolder: string }

/** A thread that has read this often is replaced: WebAssembly's memory never shrinks. */
const readingsPerThread = 500
const startMs = 20_000

type Hired = { readonly worker: Worker; readonly lost: Promise<never>; readings: number }

const within = async <T>(work: Promise<T>, ms: number, what: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const overrun = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(what)), Math.max(1, ms))
  })
  try {
    return await Promise.race([work, overrun])
  } finally {
    clearTimeout(timer)
  }
}

const hire = async ({ workerPath, languageFolder }: RecogniserFiles): Promise<Hired> => {
  const starting = createWorker('eng', undefined, {
    ...{ workerPath, langPath: languageFolder, gzip: true, cacheMethod: 'none' },
    // What it reports as an error also rejects the call; without a listener it would be thrown into the event loop.
    errorHandler: () => undefined,
    logger: () => undefined,
  })
  try {
    const worker = await within(starting, startMs, 'the text reader did not start')
    // The thread itself, which the library's types leave out.
    const thread = (worker as unknown as { readonly worker: NodeJS.EventEmitter }).worker
    const lost = new Promise<never>((_, reject) => {
      for (const end of ['error', 'exit']) thread.on(end, () => reject(new Error('the text reader ended')))
    })
    lost.catch(() => undefined)
    return { worker, lost, readings: 0 }
  } catch (error) {
    starting.then((worker) => worker.terminate()).catch(() => undefined)
    throw error
  }
}

const listWords = (page: Awaited<ReturnType<Worker['recognize']>>['data']): ReadWord[] =>
  (page.blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
    .flatMap(({ words }, line) =>
      words.map(({ text, confidence, bbox }) => ({ text: text.trim(), confidence, height: bbox.y1 - bbox.y0, line })),
    )
    .filter(({ text }) => text !== '')

/** Reads with one thread, started at the first need and kept; it is ended when it overruns or fails, and the next picture gets another. */
export const createRecogniser = (files: RecogniserFiles): Recogniser => {
  let hired: Promise<Hired> | undefined
  const dismiss = async (): Promise<void> => {
    const leaving = hired
    hired = undefined
    await leaving?.then(({ worker }) => worker.terminate()).catch(() => undefined)
  }
  return {
    recognise: async (picture, layout, until) => {
      try {
        hired ??= hire(files)
        const current = await hired
        const reading = current.worker
          .setParameters({ tessedit_pageseg_mode: layout === 'page' ? PSM.AUTO : PSM.SPARSE_TEXT, user_defined_dpi: '300', thresholding_method: '2' } as never)
          .then(() => current.worker.recognize(picture, {}, { text: false, blocks: true }))
        reading.catch(() => undefined)
        const { data } = await within(Promise.race([reading, current.lost]), until - Date.now(), 'reading the text took too long')
        current.readings += 1
        if (current.readings >= readingsPerThread) await dismiss()
        return { kind: 'read', words: listWords(data) }
      } catch (error) {
        await dismiss()
        return { kind: 'failed', reason: error instanceof Error ? error.message : 'the text reader could not read this picture' }
      }
    },
    stop: dismiss,
  }
}
