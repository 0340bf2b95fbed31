import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { FuseV1Options } from '@electron/fuses'
import { type AfterPackContext, Arch, build, type Configuration, Platform } from 'electron-builder'
import { createBuilderConfig, homepageOf, nameFile } from './builder-config.ts'
import { checkFiles, checkLicences, checkSize, measureContents } from './check-contents.ts'
import { findContents } from './contents.ts'
import { makeDebianFiles } from './debian-files.ts'
import { setFuses } from './fuses.ts'
import { isTestRuntime, placeStandIns, toTestPackage } from './test-package.ts'

/** Where Electron's own files are, from the path of its program. */
const distOf = (program: string, platform: NodeJS.Platform): string =>
  platform === 'darwin' ? join(dirname(program), '../../..') : dirname(program)

export type PackedPackage = {
  /** The folder that starts as it is. */
  readonly folder: string
  readonly files: readonly string[]
  readonly isTest: boolean
  readonly electron: string
  readonly fuses: Awaited<ReturnType<typeof setFuses>>
  readonly size: string
}

type Options = {
  readonly root: string
  /** Electron's program. */
  readonly program: string
  readonly output: string
  /** Of electron-builder, beside the folder: `tar.gz`, `dmg`, … */
  readonly targets: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

const platforms: Readonly<Partial<Record<NodeJS.Platform, Platform>>> = {
  linux: Platform.LINUX,
  darwin: Platform.MAC,
  win32: Platform.WINDOWS,
}

const currentPlatform = (): Platform => {
  const platform = platforms[process.platform]
  if (!platform) throw new Error(`Packshot is packaged on Linux, macOS and Windows, not on ${process.platform}.`)
  return platform
}

/** Changes a packed folder before it is signed: fuses, checks. */
const finishPackage = async (context: AfterPackContext, isTest: boolean) => {
  const { packager, appOutDir } = context
  const resources = packager.getResourcesDir(appOutDir)
  if (isTest) placeStandIns(resources)
  else rmSync(join(resources, 'default_app.asar'), { force: true })
  const name = packager.appInfo.productFilename
  const program = { linux: 'packshot', darwin: `${name}.app`, win32: `${name}.exe` }[context.electronPlatformName] ?? ''
  const mayLack = isTest ? [FuseV1Options.WasmTrapHandlers] : []
  const fuses = await setFuses(join(appOutDir, program), process.platform, mayLack)
  const measured = measureContents(resources)
  checkFiles(resources, measured.files, { platform: process.platform, arch: Arch[context.arch] })
  checkLicences(resources, measured.files)
  return { folder: appOutDir, fuses, size: checkSize(measured) }
}

/** Packs the build for this system. Throws a sentence when a check fails. */
export const pack = async ({ root, program, output, targets, env }: Options): Promise<PackedPackage> => {
  const dist = distOf(program, process.platform)
  const isTest = isTestRuntime(dist)
  // Thrown away soon: packing it tight would take minutes.
  if (isTest) process.env.ELECTRON_BUILDER_COMPRESSION_LEVEL ??= '1'
  const electron = readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/, '')
  const contents = findContents(root)
  const shipped = createBuilderConfig({ root, contents, env, output, platform: process.platform })
  const testEntries = isTest ? mkdtempSync(join(root, 'out/.test-entries-')) : undefined
  let finished: Awaited<ReturnType<typeof finishPackage>> | undefined
  const config: Configuration = {
    ...(testEntries ? toTestPackage(shipped, { root, contents, folder: testEntries }) : shipped),
    electronDist: dist,
    electronVersion: electron,
    afterPack: async (context) => {
      finished = await finishPackage(context, isTest)
    },
  }
  try {
    const files = await build({ projectDir: root, targets: currentPlatform().createTarget(['dir', ...targets]), config, publish: 'never' })
    if (!finished) throw new Error('Nothing was packed.')
    return { ...finished, files, isTest, electron }
  } finally {
    if (testEntries) rmSync(testEntries, { recursive: true, force: true })
  }
}

/** Makes one more kind of file from a packed folder. */
export const makeTarget = async ({
  root,
  output,
  targets,
  env,
  folder,
  isTest,
}: Omit<Options, 'program'> & { readonly folder: string; readonly isTest: boolean }): Promise<readonly string[]> => {
  const contents = { built: [], packages: [], outside: [] }
  const beside = mkdtempSync(join(tmpdir(), 'packshot-debian-files-'))
  try {
    const debian = targets.includes('deb') ? makeDebianFiles(root, beside, homepageOf(env)) : undefined
    const config = createBuilderConfig({ root, contents, env, output, platform: process.platform, debian })
    return await build({
      projectDir: root,
      prepackaged: folder,
      targets: currentPlatform().createTarget([...targets]),
      config: isTest ? { ...config, artifactName: nameFile('-TEST') } : config,
      publish: 'never',
    })
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}
