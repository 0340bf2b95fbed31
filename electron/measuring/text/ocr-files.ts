import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { outsideArchive } from '../../core/platform/outside-archive.ts'

/** From here: this file is a source, or a part of what was built, which is in an entry or in `chunks/`. */
const places = ['./ocr-worker.ts', './ocr-worker.js', '../ocr-worker.js']

/** The thread's entry. A path without a file, if a part is missing. */
export const ocrWorkerPath = (): string => {
  const paths = places.map((place) => outsideArchive(fileURLToPath(new URL(place, import.meta.url))))
  return paths.find((path) => existsSync(path)) ?? paths[0] ?? ''
}

/** The folder of the English model (`eng.traineddata.gz`) from its npm package; nothing is fetched at run time. */
export const ocrLanguageFolder = (): string =>
  outsideArchive(join(dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng')), '4.0.0_best_int'))
