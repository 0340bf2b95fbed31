import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { previewPrefix, thumbnailPrefix } from '../../../shared/base/window-host.ts'
import { answerLive } from './live-page.ts'
import { answer, answerText, type LiveServer, type PageAnswer, renderPage } from './page-policy.ts'
import { createServePicture, type LocateImage } from './serve-picture.ts'

export type PageSource = {
  /** The built renderer. */
  readonly folder: string
  /** Present: the page comes from there instead, as it is being written. */
  readonly live?: LiveServer | undefined
  readonly locateImage: LocateImage
  /** There is no library yet. */
  readonly isNew?: () => boolean
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}

const listFiles = (folder: string): Set<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).join('/')),
  )

/** The page's own files (its script, its styles, its font), read before a window asks for them: a start waits for these. Each is given once. */
const readAhead = (folder: string, names: ReadonlySet<string>): ((name: string) => Promise<Buffer<ArrayBuffer>> | undefined) => {
  const page = names.has('/index.html') ? readFileSync(join(folder, 'index.html'), 'utf8') : ''
  const named = [...page.matchAll(/(?:src|href)="\.?(\/[^"]+)"/g)].flatMap(([, name]) =>
    name !== undefined && names.has(name) ? [name] : [],
  )
  const files = new Map(['/index.html', ...named].map((name) => [name, readFile(join(folder, name))] as const))
  for (const file of files.values()) file.catch(() => {})
  return (name) => {
    const file = files.get(name)
    files.delete(name)
    return file
  }
}

const readFolder = (folder: string) => {
  const names = listFiles(folder)
  return { names, takeRead: readAhead(folder, names) }
}

/**
 * Answers a window's GET of a path (a query counts for a live page, and as a picture's version): the page, its files, thumbnails and
 * pictures by image id. Files are those that were there at the first request, found by exact name: a path with `..` finds none.
 */
export const createServePage = ({
  folder,
  live,
  locateImage,
  isNew = () => false,
}: PageSource): ((pathname: string, search?: string) => Promise<PageAnswer>) => {
  let found: ReturnType<typeof readFolder> | undefined
  // With the first request: before it a window would wait for this, after it only for its process.
  const files = () => (found ??= readFolder(folder))

  const servePicture = createServePicture(locateImage)

  return async (pathname, search = '') => {
    if (pathname.startsWith(thumbnailPrefix)) return servePicture(pathname.slice(thumbnailPrefix.length), 'thumbnail', search)
    if (pathname.startsWith(previewPrefix)) return servePicture(pathname.slice(previewPrefix.length), 'original', search)
    // Browsers ask for it by themselves; the page has none.
    if (pathname === '/favicon.ico') return answer(204, {}, new Uint8Array())
    if (live) return answerLive(live, `${pathname}${search}`)
    const name = pathname === '/' ? '/index.html' : pathname
    const { names, takeRead } = files()
    if (!names.has(name)) return answerText(404, 'There is no such page.')
    const bytes = await (takeRead(name) ?? readFile(join(folder, ...name.split('/'))))
    const type = types[extname(name)] ?? 'application/octet-stream'
    if (name !== '/index.html') return answer(200, { 'content-type': type, 'cache-control': 'no-cache' }, bytes)
    const page = renderPage(bytes.toString('utf8'), undefined, isNew())
    return answer(200, { 'content-type': type, ...page.headers }, Buffer.from(page.html))
  }
}
