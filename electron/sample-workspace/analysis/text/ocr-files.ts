import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { outsideArchive } from '../../../core/platform/outside-archive.ts'

const isBuilt = !import.meta.url.endsWith('.ts')

/** The thread's entry: beside the built entry of the workspace, or beside this file. */
export const ocrWorkerPath = (): string => outsideArchive(fileURLToPath(new URL(`./ocr-worker.${isBuilt ? 'js' : 'ts'}`, import.meta.url)))

/** The folder of the English model (`eng.traineddata.gz`) from its npm package; nothing is fetched at run time. */
export const ocrLanguageFolder = (): string =>
  outsideArchive(join(dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng')), '4.0.0_best_int'))
