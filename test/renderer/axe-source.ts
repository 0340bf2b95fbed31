import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** axe-core as a script for a page (`setStage`), which the page's policy does not block. */
export const readAxe = (): Promise<string> => readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
