import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import presetMantine from 'postcss-preset-mantine'
import type { Plugin } from 'vite'
import { gatherNotices, noticesFile, packageOf } from './notices/gather-notices.ts'
import { findContents } from './package/contents.ts'

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Packages that the built files hold. @hono/zod-openapi extends zod: both or neither. */
const bundled = [
  '@hono/zod-openapi',
  '@orpc/client',
  '@orpc/contract',
  '@orpc/server',
  '@orpc/standard-server-peer',
  'csv-parse',
  'electron-log',
  'oauth4webapi',
  'sax',
  'undici',
  'yauzl',
  'zod',
]

/** Processes and threads that have no core. */
const coreless = {
  'copy-thread': 'electron/core/pictures/intake/copy-thread.ts',
  'database-worker': 'electron/core/base/database/database-worker.ts',
  'image-process': 'electron/core/formats/decoding-process/decoding-process.ts',
  'list-thread': 'electron/core/products/catalogue/list-thread.ts',
  'long-reader-thread': 'electron/core/long-reader-thread.ts',
  'ocr-worker': 'electron/measuring-pixels/text/ocr-worker.ts',
  'print-worker': 'electron/measuring-pixels/text/print-worker.ts',
  'reader-thread': 'electron/core/reader-thread.ts',
  'sample-workspace': 'electron/sample-workspace/sample-workspace.ts',
}

/** The page's font comes with its script: a first sight in another one is laid out twice, and that one is looked for in the system. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const font = Object.keys(bundle).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name))
      if (!font) throw new Error('The build has no latin part of the font Inter to load first.')
      return [
        { tag: 'link', attrs: { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' }, injectTo: 'head' },
      ]
    },
  },
}

/**
 * The parts of Inter for other scripts are a family of their own, the second one of the theme. A family with a part that is not loaded costs
 * Chromium a look for a stand-in in the system for each size and weight of the first sight, whatever letters it has; a second family, nothing until it is needed.
 */
const splitFont: Plugin = {
  name: 'split-font',
  enforce: 'pre',
  transform: (css, id) =>
    /\/@fontsource-variable\/inter\/wght\.css$/.test(id)
      ? css.replaceAll(/@font-face\s*{[^}]+}/g, (face) =>
          face.includes('/inter-latin-wght-normal.') ? face : face.replace("'Inter Variable'", "'Inter Variable Beyond Latin'"),
        )
      : undefined,
}

/**
 * Mantine names its elements anew once they are drawn, since React had no names before its version 18, and so renders each component with a name twice.
 */
const keepIds: Plugin = {
  name: 'keep-ids',
  load: (id) =>
    /\/@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/.test(id)
      ? `import { useId as useReactId } from 'react'
         export const useId = (given) => {
           const own = useReactId()
           return typeof given === 'string' ? given : 'mantine-' + own.replace(/:/g, '')
         }`
      : undefined,
}

/** Modules that Electron's main process loads before its window and shares with other processes, by path. */
const early = new Set<string>()
/** Modules that come with the core, and that no process without a core has. */
const ofCore = new Set<string>()

type Graph = {
  readonly getModuleIds: () => Iterable<string>
  readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null
}

/** The modules that come with those whose paths end so. */
const followImports = (graph: Graph, ends: readonly string[]): Set<string> => {
  const followed = new Set<string>()
  const follow = (id: string): void => {
    if (followed.has(id)) return
    followed.add(id)
    for (const one of graph.getModuleInfo(id)?.importedIds ?? []) follow(one)
  }
  for (const id of graph.getModuleIds()) if (ends.some((end) => id.endsWith(end))) follow(id)
  return followed
}

/**
 * Finds them, to keep them in one file: opening ten takes longer than running what is in them. Those of the shell stay in main.js, because
 * they import Electron, which other processes don't have.
 */
const findEarly: Plugin = {
  name: 'find-early',
  buildEnd() {
    early.clear()
    for (const id of followImports(this, ['/electron/main.ts'])) if (!/\/electron\/(main\.ts$|shell\/)/.test(id)) early.add(id)
    ofCore.clear()
    for (const id of followImports(this, ['/electron/core/core.ts', '/electron/core/node-ports.ts'])) ofCore.add(id)
    for (const id of followImports(
      this,
      Object.values(coreless).map((path) => `/${path}`),
    ))
      ofCore.delete(id)
  },
}

const { rooms, heightOf } = (await import(new URL('./check-rooms.mjs', import.meta.url).href)) as {
  readonly rooms: readonly string[]
  readonly heightOf: (file: string) => number | undefined
}

/**
 * The core is built in a few files, from the bottom of its rooms to the top: compiling one takes eight times its size, and a process keeps that
 * memory. As rooms import downwards, no file of these imports one above it. These are the first rooms of each; what puts the rooms together
 * is the last.
 */
const firstRooms = ['base', 'queue', 'pictures', 'checks', 'products', 'answers', 'exchange']

/** Which of these files a module belongs to; -1: none of them. */
const floorOf = (id: string): number => {
  const path = ofCore.has(id) ? /\/electron\/core\/(.+)$/.exec(id)?.[1] : undefined
  const height = path === undefined ? undefined : heightOf(path)
  if (height === undefined) return -1
  return height >= rooms.length ? firstRooms.length : firstRooms.findLastIndex((first) => rooms.indexOf(first) <= height)
}

const floors = [...firstRooms, 'composition'].map((room, floor) => ({
  name: `core-${room}`,
  includeDependenciesRecursively: false,
  test: (id: string): boolean => floorOf(id) === floor,
}))

/** Files that import each other run before what they import is there, which is found only when they are loaded. */
const refuseCircles: Plugin = {
  name: 'refuse-circles',
  generateBundle(_, bundle) {
    const importsOf = (file: string): readonly string[] => {
      const one = bundle[file]
      return one?.type === 'chunk' ? one.imports : []
    }
    const above = new Set<string>()
    const done = new Set<string>()
    const follow = (file: string): void => {
      if (above.has(file)) this.error(`These files import each other: ${[...above, file].join(' → ')}`)
      if (done.has(file)) return
      above.add(file)
      for (const one of importsOf(file)) follow(one)
      above.delete(file)
      done.add(file)
    }
    for (const file of Object.keys(bundle)) follow(file)
  },
}

/** Packages whose code or files the build holds: all that its modules were looked for in, whether much of them is left or not. */
const held = new Set<string>()

const root = at('').replace(/[\\/]$/, '')

const findHeld: Plugin = {
  name: 'find-held',
  generateBundle() {
    for (const id of this.getModuleIds()) {
      const name = packageOf(root, id)
      if (name !== undefined) held.add(name)
    }
  },
}

/** The page is built last: then it is known what all of them hold, and what is loaded from beside them. */
const placeNotices: Plugin = {
  name: 'place-notices',
  generateBundle() {
    const names = [...held, ...findContents(root).packages]
    this.emitFile({ type: 'asset', fileName: noticesFile, source: gatherNotices(root, names) })
  },
}

/** The demo's pictures, beside the processes that add them. */
const placeSamplePictures: Plugin = {
  name: 'place-sample-pictures',
  generateBundle() {
    const folder = at('build/sample-pictures/pictures')
    for (const name of readdirSync(folder))
      this.emitFile({ type: 'asset', fileName: `sample-pictures/${name}`, source: readFileSync(`${folder}/${name}`) })
  },
}

/**
 * The one build. Every process of Packshot is an entry here: Electron's main process and preload, the browser host, the command, the
 * image process, the sample workspace, and the window's page. Target Node 20.18 and Chromium 130, so that the test runtime runs it too.
 */
export default defineConfig({
  main: {
    plugins: [placeSamplePictures, findEarly, refuseCircles, findHeld],
    resolve: { alias: [{ find: /^undici$/, replacement: at('build/bundled/undici.js') }] },
    build: {
      // Modules that every start needs are bundled: reading them from a few hundred files takes longer than running them.
      externalizeDeps: { exclude: bundled },
      target: 'node20.18',
      outDir: at('out/main'),
      sourcemap: true,
      rolldownOptions: {
        input: {
          main: at('electron/main.ts'),
          'browser-host': at('electron/browser-host/browser-host.ts'),
          cli: at('electron/cli/cli.ts'),
          demo: at('electron/cli/demo.ts'),
          ...Object.fromEntries(Object.entries(coreless).map(([name, path]) => [name, at(path)])),
        },
        output: {
          format: 'es',
          // Names stay, for stack traces. Without comments and spaces a command starts in a sixth less time.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // Otherwise the log would be in one file with modules the window waits for.
          codeSplitting: {
            groups: [
              { name: 'electron-log', test: /node_modules\/electron-log\// },
              { name: 'early', test: (id: string) => early.has(id) },
              ...floors,
            ],
          },
        },
      },
    },
  },
  preload: {
    plugins: [findHeld],
    build: {
      // A sandboxed preload is one CommonJS file.
      externalizeDeps: false,
      target: 'node20.18',
      outDir: at('out/preload'),
      minify: false,
      rolldownOptions: {
        input: { preload: at('electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('renderer'),
    base: '/',
    plugins: [react(), splitFont, preloadFont, keepIds, findHeld, placeNotices],
    css: { postcss: { plugins: [presetMantine()] } },
    build: {
      target: 'chrome130',
      outDir: at('out/renderer'),
      emptyOutDir: true,
      minify: true,
      // The page's CSP allows data: URLs only for pictures; all else must be files of its own origin.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: at('renderer/index.html'),
        // One file for the first sight, though its other parts share much of it: a second one would be asked for only once that is read.
        output: {
          codeSplitting: { groups: [{ name: 'first-sight', tags: ['$initial'] }] },
          // A script with one “…” in it takes two bytes a character: twice as much to decode, and to compare with the cached code.
          minify: { codegen: { removeWhitespace: true, asciiOnly: true } },
        },
      },
    },
  },
})
