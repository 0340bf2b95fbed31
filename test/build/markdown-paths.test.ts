import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

const slashed = (path: string): string => path.split(sep).join('/')

/** Files of our own, from the root. */
const files = ['.github', 'build', 'electron', 'renderer', 'shared', 'test']
  .flatMap((folder) => readdirSync(join(root, folder), { withFileTypes: true, recursive: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => slashed(relative(root, join(entry.parentPath, entry.name))))
const names = new Set(files.map((file) => basename(file)))

/** Places that are not in the repository: made by the build, in the data folder, in a file that Packshot writes, or an example. */
const elsewhere = /^(?:out|dist|node_modules|\.runtime|originals|drafts|sent|handovers|logs|Shoot)\/|^lists\/$|^@|^~|^\/|:/

/** Paths that a text names between backticks or as a link, and names of code files. Those with a placeholder are none. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\s]+)`|\]\(([^)\s#]+)/g)]
    .map(([, code, link]) => code ?? link ?? '')
    .filter((path) => /^[\w@~./:-]+$/.test(path) && !/^X(?:-|\.)/.test(path) && !elsewhere.test(path))
    .filter((path) => /\/$|\/.*\.\w+$|^[^/.][^/]*\.(?:ts|tsx|mjs)$/.test(path))

/** From the file's own folder or one around it, up to the root; or in the core. */
const isThere = (file: string, path: string): boolean => {
  if (!path.includes('/')) return names.has(path)
  const around = file.split('/').map((_, depth, all) => all.slice(0, depth).join('/'))
  return [...around, 'electron', 'electron/core'].some((folder) => existsSync(join(root, folder, path)))
}

it.each(['README.md', ...files.filter((file) => file.endsWith('.md'))])('%s names only files and folders that exist', (file) => {
  const named = pathsIn(readFileSync(join(root, file), 'utf8'))
  expect(named.filter((path) => !isThere(file, path))).toEqual([])
})

it('notices a file that is gone', () => {
  const text = 'See `core/work/queue/job.ts`, [it](../gone.md), `gone-file.ts`, `out/main.js`, `X-words.ts` and `core/core.ts`.'
  expect(pathsIn(text).filter((path) => !isThere('electron/README.md', path))).toEqual([
    'core/work/queue/job.ts',
    '../gone.md',
    'gone-file.ts',
  ])
})
