import { chmodSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { path7za } from '7zip-bin'
import { checkFileSize } from './check-contents.ts'
import { keepUpdateFiles } from './keep-update-files.ts'
import { pack } from './pack.ts'
import { tryTarget } from './try-target.ts'
import { isSigned, packedUpdateAddress, readUpdateAddress } from './update-address.ts'

/**
 * `npm run package [-- --output D] [-- --only dir|tar.gz|…]`: builds the packages this machine can, and says why it skipped the rest. On each
 * system that system's packages; the others are made there.
 */
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

const runtime = (await import(new URL('../electron-runtime.mjs', import.meta.url).href)) as {
  readonly provideElectron: (options: {
    root: string
    node: string
    log: (line: string) => void
  }) => Promise<{ program?: string; why?: string }>
}

/** Straight away, and those that need tools which electron-builder fetches. */
const targets: Readonly<Partial<Record<NodeJS.Platform, { readonly first: readonly string[]; readonly fetched: readonly string[] }>>> = {
  linux: { first: ['tar.gz'], fetched: ['AppImage', 'deb'] },
  darwin: { first: ['zip', 'dmg'], fetched: [] },
  win32: { first: ['nsis'], fetched: [] },
}
const elsewhere: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'dmg and zip: made on macOS',
  win32: 'NSIS installer: made on Windows',
  linux: 'AppImage, deb, tar.gz: made on Linux',
}

const fetchLimitMs = 300_000

/** electron-builder would fetch 7-Zip; npm has it, though without its mode. */
const takeInstalled7zip = (): void => {
  if (process.env.ELECTRON_BUILDER_7ZIP_PATH || process.platform === 'win32') return
  chmodSync(path7za, 0o755)
  process.env.ELECTRON_BUILDER_7ZIP_PATH = path7za
}

/** Variables that describe a release, and the effect if they are missing. */
const ofRelease: Readonly<Record<string, string>> = {
  PACKSHOT_UPDATE_URL: 'this package does not update itself',
  PACKSHOT_HOMEPAGE: 'it names no page that exists (https://packshot.invalid/)',
  PACKSHOT_MAINTAINER: 'its Debian package names no real maintainer (nobody@packshot.invalid)',
}

/** Targets left out of an unsigned build although requested. */
const ofUnsigned = (): string | undefined =>
  readUpdateAddress(process.env) !== undefined && packedUpdateAddress(process.platform, process.env) === undefined
    ? 'PACKSHOT_UPDATE_URL is left out: this package is not signed (CSC_LINK), and unsigned updates are refused or not verified'
    : undefined

const log = (line: string): void => console.log(`package: ${line}`)

const run = async (): Promise<number> => {
  const { values } = parseArgs({ options: { output: { type: 'string' }, only: { type: 'string', multiple: true } } })
  const output = values.output ?? join(root, 'dist')
  const wanted = (target: string): boolean => values.only === undefined || values.only.includes(target)
  const here = targets[process.platform]
  const unnamed = Object.keys(ofRelease).filter((name) => !process.env[name])
  if (readUpdateAddress(process.env) !== undefined && unnamed.length > 0) throw new Error(`A release needs ${unnamed.join(' and ')}.`)
  const { program, why } = await runtime.provideElectron({ root, node: process.execPath, log })
  if (!program || !here) throw new Error(`Nothing can be packaged here: ${why ?? `Packshot has no package for ${process.platform}`}.`)
  takeInstalled7zip()
  const mergeUpdates = keepUpdateFiles(output)
  const packed = await pack({ root, program, output, targets: here.first.filter(wanted), env: process.env })
  log(
    packed.isTest
      ? `a TEST package: Electron ${packed.electron} with stand-ins, for trying the package only. Not to be shipped.`
      : `Electron ${packed.electron}`,
  )
  log(`size: ${packed.size}`)
  for (const fuse of packed.fuses) log(`fuse, read back: ${fuse.name} is ${fuse.isOn ? 'on' : 'off'}`)
  log(`made: ${relative(root, packed.folder)}/ (starts as it is)`)
  for (const [name, meanwhile] of Object.entries(ofRelease)) if (!process.env[name]) log(`${name} is not set: ${meanwhile}`)
  if (!isSigned(process.platform, process.env))
    log('this package is not signed: macOS refuses it after a download, and Windows warns of it')
  const unsigned = ofUnsigned()
  if (unsigned) log(unsigned)
  const report = (file: string): void => log(`made: ${relative(root, file)} (${checkFileSize(file, statSync(file).size, packed.isTest)})`)
  packed.files.forEach(report)
  for (const target of here.fetched.filter(wanted)) {
    log(`${target}: needs a tool that electron-builder fetches; at most ${fetchLimitMs / 1000} s …`)
    const tried = await tryTarget({ root, output, folder: packed.folder, target, isTest: packed.isTest, limitMs: fetchLimitMs })
    tried.files.forEach(report)
    if (tried.why) log(`${target} is not made here: ${tried.why}`)
  }
  mergeUpdates()
  for (const [platform, line] of Object.entries(elsewhere)) if (platform !== process.platform) log(`not made here: ${line}`)
  return 0
}

process.exitCode = await run().catch((error: unknown) => {
  console.error(`package: ${error instanceof Error ? error.message : String(error)}`)
  return 1
})
