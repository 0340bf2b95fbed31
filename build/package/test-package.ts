import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Configuration } from 'electron-builder'
import { nameFile } from './builder-config.ts'
import { entries, type PackageContents, threads } from './contents.ts'

/**
 * A package for tests, where the Electron that is shipped cannot be had: an older one, with polyfills for features its Node lacks, which
 * every entry (of processes and threads) loads first. It says TEST in its name. Shipped packages have none of this: test/package/shipped-package.test.ts checks it.
 */
export const standIns = 'stand-ins'

/** Whether an Electron's folder is a test runtime: it brings the stand-ins in its `resources/app`. */
export const isTestRuntime = (dist: string): boolean => existsSync(join(dist, 'resources/app/stand-ins.cjs'))

const wrapped = [...entries, ...threads]

const wrapper = (entry: string): string => `import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
createRequire(import.meta.url)(fileURLToPath(new URL('../../../${standIns}/stand-ins.cjs', import.meta.url)))
await import('./${entry}.packaged.js')
`

/** Writes the entries that load the stand-ins first, and each real one beside under another name. */
const writeEntries = (root: string, folder: string, { built }: PackageContents): void => {
  for (const file of built.filter((one) => one.startsWith('main/chunks/')))
    if (wrapped.some((entry) => readFileSync(join(root, 'out', file), 'utf8').includes(`"../${entry}.js"`)))
      throw new Error(`${file} imports an entry: a test package would load it twice.`)
  for (const entry of wrapped) {
    writeFileSync(join(folder, `${entry}.js`), wrapper(entry))
    writeFileSync(join(folder, `${entry}.packaged.js`), readFileSync(join(root, 'out/main', `${entry}.js`)))
  }
}

/** `folder`: below the top folder, else electron-builder cannot tell which files belong beside the archive. The caller removes it. */
type Options = { readonly root: string; readonly contents: PackageContents; readonly folder: string }

/** The shipped configuration, changed into that of a test package. */
export const toTestPackage = (config: Configuration, { root, contents, folder }: Options): Configuration => {
  writeEntries(root, folder, contents)
  const ours = wrapped.map((entry) => `!main/${entry}.js`)
  const files = (config.files as { from: string; to: string; filter: string[] }[]).map((set) =>
    set.to === 'out' ? { ...set, filter: [...set.filter, ...ours] } : set,
  )
  return {
    ...config,
    artifactName: nameFile('-TEST'),
    files: [...files, { from: folder, to: 'out/main', filter: ['*.js'] }],
    asarUnpack: [...(config.asarUnpack as string[]), ...threads.map((thread) => `**/${basename(folder)}/${thread}*.js`)],
  }
}

/** The test runtime's own app becomes the stand-ins, beside ours. */
export const placeStandIns = (resources: string): void => {
  rmSync(join(resources, standIns), { recursive: true, force: true })
  renameSync(join(resources, 'app'), join(resources, standIns))
  rmSync(join(resources, standIns, 'main.mjs'))
}
