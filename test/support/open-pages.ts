import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'

/** What a page waits for takes seconds; reached only when it never comes. Test files set no time-outs of their own. */
const pageTimeoutMs = 90_000

/** Console errors and warnings kept of each page, and lines of a core's log that are shown. */
const kept = 20

type Opened = { readonly pages: Map<Page, string[]>; readonly dataFolders: Set<string> }

/** One for the test files and for the runner, whose modules a worker loads apart. */
const shared = globalThis as { packshotOpened?: Opened }
const opened: Opened = shared.packshotOpened ?? { pages: new Map(), dataFolders: new Set() }
shared.packshotOpened = opened

const notePage = (page: Page): void => {
  if (opened.pages.has(page)) return
  const faults: string[] = []
  opened.pages.set(page, faults)
  const note = (text: string): void => {
    faults.push(text.slice(0, 300))
    if (faults.length > kept) faults.shift()
  }
  page.on('pageerror', (error) => note(String(error)))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(`${message.type()}: ${message.text()}`)
  })
  page.once('close', () => opened.pages.delete(page))
}

/** Each page of a browser or app, also those that it opens later, gets the one time-out, and is described when a test fails. */
export const notePages = (context: BrowserContext): void => {
  context.setDefaultTimeout(pageTimeoutMs)
  context.on('page', notePage)
  for (const page of context.pages()) notePage(page)
}

/** The end of this core's log is shown when a test fails. Returns how to forget it. */
export const noteCore = (dataFolder: string): (() => void) => {
  opened.dataFolders.add(dataFolder)
  return () => void opened.dataFolders.delete(dataFolder)
}

/** In the page: what a person sees, with the parts that often block something. */
const readPage = (): string => {
  const named = (element: Element): string =>
    `<${element.getAttribute('role') ?? element.tagName.toLowerCase()}> ${(element.getAttribute('aria-label') ?? (element as HTMLElement).innerText ?? '').slice(0, 300)}`
  const parts = (selector: string): readonly string[] => [...document.querySelectorAll(selector)].map(named)
  return [
    `address: ${location.href}, ${document.visibilityState}`,
    `focus: ${document.activeElement ? named(document.activeElement) : 'none'}`,
    ...parts('[role=dialog], [role=alertdialog], [role=menu]').map((words) => `open: ${words}`),
    ...parts('[role=alert]').map((words) => `note: ${words}`),
    document.body.innerText.replace(/\s*\n\s*/g, '\n').slice(0, 3_000),
  ].join('\n')
}

const inTime = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([work.catch(() => otherwise), new Promise<T>((resolve) => setTimeout(resolve, 5_000, otherwise))])

/** What all open pages show, with what they and their cores complained about. */
export const describeOpenPages = async (): Promise<string> => {
  const pages = [...opened.pages].map(async ([page, faults]) =>
    [`--- a page shows`, await inTime(page.evaluate(readPage), 'nothing: it does not answer'), ...faults].join('\n'),
  )
  const cores = [...opened.dataFolders].map(async (dataFolder) => {
    const log = await readFile(join(dataFolder, 'logs/packshot.log'), 'utf8').catch(() => '')
    return [`--- the end of a core’s log`, ...log.trimEnd().split('\n').slice(-kept)].map((line) => line.slice(0, 500)).join('\n')
  })
  return (await Promise.all([...pages, ...cores])).join('\n')
}
