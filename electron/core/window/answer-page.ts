import { readdirSync, readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { previewPrefix, thumbnailPrefix } from '../../../shared/window-host.ts'
import type { ImageFile } from '../library/locate-image.ts'
import { readWhole } from '../platform/read-whole.ts'
import { answerLive } from './live-page.ts'
import { commonHeaders, type LiveServer, type PageAnswer, renderPage } from './page-policy.ts'

export type PageSource = {
  /** The built renderer. */
  readonly folder: string
  /** Present: the page comes from there instead, as it is being written. */
  readonly live?: LiveServer | undefined
  readonly locateImage: (imageId: string, part: 'thumbnail' | 'original') => Promise<ImageFile | undefined>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
}

/** An image's bytes never change under its id. */
const forEver = { 'cache-control': 'private, max-age=31536000, immutable' }

const answer = (status: number, headers: Record<string, string>, bytes: Uint8Array<ArrayBuffer>): PageAnswer => ({
  status,
  headers: { ...commonHeaders, ...headers, 'content-length': String(bytes.byteLength) },
  body: { kind: 'bytes', bytes },
})

const text = (status: number, words: string): PageAnswer =>
  answer(status, { 'content-type': 'text/plain; charset=utf-8' }, Buffer.from(words))

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

/**
 * Answers a window's GET of a path (a query counts for a live page only): the page, its files, thumbnails and pictures by image id. Files are those that were
 * there at the start, found by exact name: a path with `..` finds none.
 */
export const createPageAnswerer = ({
  folder,
  live,
  locateImage,
}: PageSource): ((pathname: string, search?: string) => Promise<PageAnswer>) => {
  const names = live ? new Set<string>() : listFiles(folder)
  const takeRead = readAhead(folder, names)

  const answerPicture = async (imageId: string, part: 'thumbnail' | 'original'): Promise<PageAnswer> => {
    const file = /^img_[0-9a-f]{24}$/.test(imageId) ? await locateImage(imageId, part) : undefined
    if (file && part === 'thumbnail') {
      const bytes = await readWhole(file.path).catch(() => undefined)
      return bytes ? answer(200, { ...forEver, 'content-type': file.type }, bytes) : text(404, 'There is no such picture.')
    }
    const size = file && (await stat(file.path).catch(() => undefined))?.size
    if (!file) return text(404, 'There is no such picture.')
    if (size === undefined) {
      // Deleted to save space, and may return under this address. Until then the thumbnail is shown.
      const small = await answerPicture(imageId, 'thumbnail')
      return { ...small, headers: { ...small.headers, 'cache-control': 'no-store' } }
    }
    return {
      status: 200,
      headers: { ...commonHeaders, ...forEver, 'content-type': file.type, 'content-length': String(size) },
      body: { kind: 'file', path: file.path },
    }
  }

  return async (pathname, search = '') => {
    if (pathname.startsWith(thumbnailPrefix)) return answerPicture(pathname.slice(thumbnailPrefix.length), 'thumbnail')
    if (pathname.startsWith(previewPrefix)) return answerPicture(pathname.slice(previewPrefix.length), 'original')
    // Browsers ask for it by themselves; the page has none.
    if (pathname === '/favicon.ico') return answer(204, {}, new Uint8Array())
    if (live) return answerLive(live, `${pathname}${search}`)
    const name = pathname === '/' ? '/index.html' : pathname
    if (!names.has(name)) return text(404, 'There is no such page.')
    const bytes = await (takeRead(name) ?? readFile(join(folder, ...name.split('/'))))
    const type = types[extname(name)] ?? 'application/octet-stream'
    if (name !== '/index.html') return answer(200, { 'content-type': type, 'cache-control': 'no-cache' }, bytes)
    const page = renderPage(bytes.toString('utf8'))
    return answer(200, { 'content-type': type, ...page.headers }, Buffer.from(page.html))
  }
}
