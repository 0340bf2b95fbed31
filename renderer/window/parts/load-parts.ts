import { type ComponentType, lazy } from 'react'
import { loadErrorWords } from '../../ui/error-words.ts'

/** Everything the first sight does not show, a file for each group of screens and dialogs; loaded once that is drawn (app-frame.tsx). */
const groups = {
  sheet: async () => (await import('./sheet-parts.ts')).sheetParts,
  products: async () => (await import('./product-parts.ts')).productParts,
  connection: async () => (await import('./connection-parts.ts')).connectionParts,
  work: async () => (await import('./work-parts.ts')).workParts,
} as const

type Groups = { readonly [G in keyof typeof groups]: Awaited<ReturnType<(typeof groups)[G]>> }

/**
 * Loads what all groups use, one file after another: the page compiles and runs each of them in a turn of its own, and answers clicks in between. Making
 * the schemas takes longest.
 */
const prepare = async (): Promise<void> => {
  await import('./before-parts.ts')
  await loadErrorWords()
  await import('../../../shared/queue/operations.ts')
  await import('../../../shared/queue/jobs.ts')
  await import('../../../shared/workspaces/connection.ts')
  await import('../../../shared/answers/question-set-problems.ts')
  await import('../../../shared/answers/sheet.ts')
  await import('../../../shared/products/plans.ts')
}

let prepared: Promise<void> | undefined

/** A component of a group, loaded when it is drawn for the first time. */
export const laterPart = <G extends keyof Groups>(group: G, name: keyof Groups[G]) =>
  lazy(async () => {
    prepared ??= prepare()
    await prepared
    const parts = (await groups[group]()) as Groups[G]
    return { default: parts[name] as ComponentType }
  })
