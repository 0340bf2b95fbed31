import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The licence texts of everything that Packshot is made of, in one file: the window shows it, and each package contains it. */
export const noticesFile = 'third-party-notices.txt'

type Known = { readonly copyright: string; readonly text: string }
type Inside = Known & { readonly name: string; readonly source: string }
type Manifest = { readonly name: string; readonly version: string; readonly license?: string; readonly homepage?: string }

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Packages that bring no licence text, and what is compiled into others. Texts are by SPDX id, in `texts/`. */
const { withoutText, inside } = JSON.parse(readFileSync(here('known.json'), 'utf8')) as {
  readonly withoutText: Readonly<Record<string, Known>>
  readonly inside: Readonly<Record<string, readonly Inside[]>>
}

const standard = (id: string): string => readFileSync(here(`texts/${id}.txt`), 'utf8').trim()
const told = ({ copyright, text }: Known): string => `${copyright}\n\n${standard(text)}`

/** LGPL-3.0 is written as additions to GPL-3.0: both belong to it. */
const lesser = (): string => `${standard('LGPL-3.0')}\n\n${standard('GPL-3.0')}`

const isText = (name: string): boolean =>
  /^(licen[cs]e|notice|copying|copyright|third.?party)[^/]*$/i.test(name) && !/\.(js|json)$/.test(name)

/** libvips is in a package of its own, on Windows in sharp's: library files, with the libraries that the package's README names. */
const holdsLibvips = (folder: string, { name }: Manifest): boolean =>
  name.startsWith('@img/sharp-') && existsSync(join(folder, 'versions.json'))

const aboutLibvips = (folder: string): string => {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8').trim()
  const versions = Object.entries(JSON.parse(readFileSync(join(folder, 'versions.json'), 'utf8')) as Record<string, string>)
  return [
    readme,
    `Versions: ${versions.map((pair) => pair.join(' ')).join(', ')}.`,
    'Source: https://github.com/lovell/sharp-libvips, the release with these versions, whose build scripts name the source of each library.',
    'To replace it: build it from there with your changes, and put the library files of the same names in its place, in “lib” of this',
    'package’s folder beside Packshot’s archive (resources/app.asar.unpacked/node_modules/@img/…). Nothing checks that it is the original.',
    lesser(),
  ].join('\n\n')
}

/** `null`: its package has none, and none is known. */
const ofPackage = (folder: string, manifest: Manifest): string | null => {
  const texts = readdirSync(folder).filter(isText).sort()
  const known = withoutText[manifest.name]
  const libvips = holdsLibvips(folder, manifest) ? [aboutLibvips(folder)] : []
  if (texts.length === 0 && !known && libvips.length === 0) return null
  const own = texts.map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
  const parts = (inside[manifest.name] ?? []).map((part) => `Compiled into it: ${part.name}, ${part.source}\n${told(part)}`)
  const replaced =
    manifest.name === 'libheif-js'
      ? [
          'To replace it: build it with your changes, and put libheif.js and libheif.wasm in place of those in libheif-wasm of this package’s folder beside Packshot’s archive (resources/app.asar.unpacked/node_modules/libheif-js).',
          lesser(),
        ]
      : []
  return [...own, ...(known ? [told(known)] : []), ...parts, ...libvips, ...replaced].join('\n\n')
}

const line = '='.repeat(78)

/** The heading of a package in the notices. */
export const headingOf = ({ name, version, license }: Manifest): string => `${name} ${version} (${license ?? 'see below'})`

/**
 * The notices for these packages, as folders relative to `node_modules/`. Packages with the same texts share them. Throws where a package has none,
 * and none is known.
 */
export const gatherNotices = (root: string, packages: readonly string[]): string => {
  const byText = new Map<string, string[]>()
  const missing: string[] = []
  for (const name of [...new Set(packages)].sort()) {
    const folder = join(root, 'node_modules', name)
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    const text = ofPackage(folder, manifest)
    if (text === null) {
      missing.push(`${manifest.name} ${manifest.version} (${manifest.license})`)
      continue
    }
    const heading = `${headingOf(manifest)}${manifest.homepage ? `, ${manifest.homepage}` : ''}`
    byText.set(text, [...(byText.get(text) ?? []), heading])
  }
  if (missing.length > 0)
    throw new Error(`No licence text comes with ${missing.join(', ')}: add who holds its copyright to build/notices/known.json.`)
  const sections = [...byText].map(([text, headings]) => `${line}\n${headings.join('\n')}\n${line}\n\n${text}\n`)
  return `Packshot is under the MIT licence. It contains the following works of
others, each under its own licence. Electron and Chromium, which run it, have
theirs beside the program (LICENSE.electron.txt, LICENSES.chromium.html).

${sections.join('\n')}`
}

/** The folder of the package that a module belongs to, relative to the outermost `node_modules/`; undefined: it is of ours. */
export const packageOf = (root: string, moduleId: string): string | undefined => {
  const modules = join(root, 'node_modules')
  const path = moduleId
    .replaceAll('\\', '/')
    .replace(/[?#].*$/, '')
    .replace(/^\0+/, '')
  // A module's id is its real path, also where the folder of packages is a link.
  const starts = [modules, realpathSync(modules)].map((folder) => `${folder.replaceAll('\\', '/')}/`)
  const start = starts.find((one) => path.startsWith(one))
  if (start === undefined) return undefined
  const found = /^(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(path.slice(start.length))?.[0]
  return found !== undefined && existsSync(join(modules, found, 'package.json')) ? found : undefined
}
