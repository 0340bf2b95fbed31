import { availableParallelism } from 'node:os'
import { ocrLanguageFolder, ocrWorkerPath, printFinderFiles } from '../../measuring-pixels/text/ocr-files.ts'
import { createPrintFinder } from '../../measuring-pixels/text/print-finder.ts'
import { createReadText } from '../../measuring-pixels/text/read-text.ts'
import { createRecogniser, joinRecognisers } from '../../measuring-pixels/text/recogniser.ts'
import { createTurns } from '../../measuring-pixels/turns.ts'
import { refuse } from '../refusals.ts'
import { type AnswerAbout, createAnswering } from './answering.ts'
import { createMeasure } from './measure.ts'
import { createAskVision } from './vision/ask-vision.ts'
import type { VisionEndpoint } from './vision/vision-endpoint.ts'

type Ports = { readonly vision: VisionEndpoint | undefined; readonly tell: (line: string) => void }

export type Answers = { readonly answer: AnswerAbout; readonly stop: () => Promise<void> }

/** For the text of one picture, from its turn on. */
const textLimitMs = 20_000
/** Pictures whose text is read at the same time: each has a thread with its own memory, which ends when idle. */
const mostReaders = 2
/** Longest queue: at under a second each, a later request would wait longer than clients do. */
const mostWaiting = 100
/** Local models take one or two pictures at a time. */
const visionAtOnce = 2

const busy = () => refuse(429, 'This workspace is looking at other pictures. Ask again soon.', { 'retry-after': '10' })

/** Everything that answers questions in a workspace, put together. */
export const createAnswers = ({ vision, tell }: Ports): Answers => {
  const files = { workerPath: ocrWorkerPath(), languageFolder: ocrLanguageFolder() }
  const first = createRecogniser(files)
  const atOnce = Math.min(mostReaders, availableParallelism())
  const recogniser = atOnce > 1 ? joinRecognisers([first, createRecogniser(files)]) : first
  const finder = createPrintFinder(printFinderFiles())
  const readText = createReadText({ recogniser, finder, turns: createTurns(atOnce, mostWaiting, busy), limitMs: textLimitMs })
  if (vision !== undefined) {
    tell(`Questions that pixels and print do not answer go, with the picture, to ${vision.model} at ${new URL(vision.url).origin}.`)
  }
  const askVision = vision && createAskVision(vision, createTurns(visionAtOnce, mostWaiting, busy))
  const answering = { measure: createMeasure(), readText, tell }
  const stop = async (): Promise<void> => {
    await Promise.all([recogniser.stop(), finder.stop()])
  }
  return { answer: createAnswering(askVision === undefined ? answering : { ...answering, askVision }), stop }
}
