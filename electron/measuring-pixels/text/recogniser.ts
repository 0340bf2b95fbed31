import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker as Thread } from 'node:worker_threads'
import { createWorker, PSM, type Worker, type WorkerParams } from 'tesseract.js'

/** A word as read; lengths are pixels of the prepared picture. */
export type ReadWord = {
  readonly text: string
  /** 0 to 100. */
  readonly confidence: number
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
  /** Which line of the reading it stands in. */
  readonly line: number
}

export type Recognised =
  | { readonly kind: 'read'; readonly words: readonly ReadWord[] }
  | { readonly kind: 'failed'; readonly reason: string }

/** Layout of the text: as on a page, or scattered over the picture. */
export type Layout = 'page' | 'sparse'

export type Recogniser = {
  /** The caller waits for the one before, or asks for as many at once as were joined. `picture`: PNG, grey. `until`: epoch milliseconds at which it is killed. */
  readonly recognise: (picture: Buffer, layout: Layout, until: number) => Promise<Recognised>
  readonly stop: () => Promise<void>
}

export type RecogniserFiles = { readonly workerPath: string; readonly languageFolder: string }

/**
 * Thresholds are local (2: Sauvola): one for the whole picture parts the pack from its ground, not print from the pack. Otsu by tiles (1) takes the
 * noise of a plain ground for hundreds of signs, which took seconds.
 */
const parameters: Readonly<Record<Layout, Readonly<Record<string, string>>>> = {
  page: { tessedit_pageseg_mode: PSM.AUTO, thresholding_method: '2', user_defined_dpi: '300' },
  sparse: { tessedit_pageseg_mode: PSM.SPARSE_TEXT, thresholding_method: '2', user_defined_dpi: '300' },
}

/** A thread that has read this often is replaced: WebAssembly's memory never shrinks. */
const readingsPerThread = 500
const startMs = 20_000
/** Idle time after which the thread is ended to free its memory. */
const idleMs = 60_000

type Hired = { readonly worker: Worker; readonly lost: Promise<never>; readings: number }

/** The thread itself, which the library's types leave out. */
const threadOf = (worker: Worker): Thread => (worker as unknown as { readonly worker: Thread }).worker

/**
 * Ends the thread, not through the library: that forgets the thread, and an answer that was on its way already makes it send the next message
 * to a missing thread (“Cannot read properties of null”), in an unhandled promise. A message to an ended thread is dropped.
 */
const end = (worker: Worker): void => void threadOf(worker).terminate()

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
  // The library waits forever if a file is missing.
  for (const file of [workerPath, join(languageFolder, 'eng.traineddata.gz')])
    if (!existsSync(file)) throw new Error('a part of the text reader is missing')
  let refuse: (error: Error) => void = () => undefined
  const refused = new Promise<never>((_, reject) => {
    refuse = reject
  })
  refused.catch(() => undefined)
  const starting = createWorker('eng', undefined, {
    ...{ workerPath, langPath: languageFolder, gzip: true, cacheMethod: 'none' },
    // Later failures also reject their call; without a listener they would be uncaught.
    errorHandler: () => refuse(new Error('the text reader could not start')),
    logger: () => undefined,
  })
  try {
    const worker = await within(Promise.race([starting, refused]), startMs, 'the text reader did not start')
    const thread = threadOf(worker)
    thread.unref()
    const lost = new Promise<never>((_, reject) => {
      for (const end of ['error', 'exit']) thread.on(end, () => reject(new Error('the text reader ended')))
    })
    lost.catch(() => undefined)
    return { worker, lost, readings: 0 }
  } catch (error) {
    starting.then(end).catch(() => undefined)
    throw error
  }
}

const listWords = (page: Awaited<ReturnType<Worker['recognize']>>['data']): ReadWord[] =>
  (page.blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
    .flatMap(({ words }, line) =>
      words.map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
        ...{ text: text.trim(), confidence, line },
        box: { left: x0, top: y0, width: x1 - x0, height: y1 - y0 },
      })),
    )
    .filter(({ text }) => text !== '')

/** Reads with one thread, started at the first need and kept; it is ended when it overruns or fails, and the next picture gets another. */
export const createRecogniser = (files: RecogniserFiles): Recogniser => {
  let hired: Promise<Hired> | undefined
  let idle: NodeJS.Timeout | undefined
  const dismiss = async (): Promise<void> => {
    clearTimeout(idle)
    const leaving = hired
    hired = undefined
    await leaving?.then(({ worker }) => end(worker)).catch(() => undefined)
  }
  return {
    recognise: async (picture, layout, until) => {
      clearTimeout(idle)
      try {
        hired ??= hire(files)
        const current = await hired
        const reading = current.worker
          .setParameters(parameters[layout] as Partial<WorkerParams>)
          .then(() => current.worker.recognize(picture, {}, { text: false, blocks: true }))
        reading.catch(() => undefined)
        const { data } = await within(Promise.race([reading, current.lost]), until - Date.now(), 'reading the text took too long')
        current.readings += 1
        if (current.readings >= readingsPerThread) await dismiss()
        else idle = setTimeout(() => void dismiss(), idleMs).unref()
        return { kind: 'read', words: listWords(data) }
      } catch (error) {
        await dismiss()
        return { kind: 'failed', reason: error instanceof Error ? error.message : 'the text reader could not read this picture' }
      }
    },
    stop: dismiss,
  }
}

/** Several readers as one, which reads as many pictures at once; the caller asks for no more. The one used last is used first, so that others become idle. */
export const joinRecognisers = (all: readonly [Recogniser, ...Recogniser[]]): Recogniser => {
  const free: Recogniser[] = [...all]
  return {
    recognise: async (...picture) => {
      const one = free.pop() ?? all[0]
      try {
        return await one.recognise(...picture)
      } finally {
        free.push(one)
      }
    },
    stop: async () => {
      await Promise.all(all.map((one) => one.stop()))
    },
  }
}
