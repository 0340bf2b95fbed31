import { execFile } from 'node:child_process'
import { rm, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { ImageFormat } from '../../../shared/pictures/picture-formats.ts'

type Command = readonly [program: string, ...args: string[]]

/** What reads each format natively, upright where the format says so; the second where the first can't. PNG and JPEG are mostly sent as they are. */
const readers: Readonly<Partial<Record<ImageFormat, readonly ((path: string, target: string) => Command)[]>>> = {
  webp: [(path, target) => ['vips', 'autorot', path, target]],
  avif: [(path, target) => ['heif-convert', path, target], (path, target) => ['avifdec', '-j', '1', path, target]],
  heic: [(path, target) => ['heif-convert', path, target]],
  tiff: [(path, target) => ['convert', `${path}[0]`, '-auto-orient', '-depth', '8', target]],
  gif: [(path, target) => ['convert', `${path}[0]`, '-coalesce', '-depth', '8', target]],
  bmp: [(path, target) => ['convert', `bmp:${path}`, '-depth', '8', target]],
  psd: [(path, target) => ['convert', `psd:${path}[0]`, '-depth', '8', target]],
  jxl: [(path, target) => ['djxl', '--quiet', '--num_threads=0', path, target]],
  jp2: [(path, target) => ['opj_decompress', '-i', path, '-o', target]],
}

const endings: Readonly<Record<string, ImageFormat>> = { tif: 'tiff', dib: 'bmp', psb: 'psd', j2k: 'jp2', heif: 'heic', hif: 'heic' }
/** By a file's name, where its header says nothing. */
export const formatOfName = (name: string): ImageFormat | undefined => {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const format = endings[ending] ?? (ending as ImageFormat)
  return readers[format] ? format : undefined
}

/** Writes a PNG; false: no program reads it, or none that is installed. */
export const readNatively = async (format: ImageFormat, path: string, target: string): Promise<boolean> => {
  const env = { ...process.env, LC_ALL: 'C', MAGICK_THREAD_LIMIT: '1', OMP_NUM_THREADS: '1', VIPS_CONCURRENCY: '1' }
  for (const reader of readers[format] ?? []) {
    await rm(target, { force: true })
    const [program, ...args] = reader(path, target)
    const isRead = await promisify(execFile)(program, args, { timeout: 60_000, maxBuffer: 2 ** 26, env }).then(
      () => true,
      () => false,
    )
    // Some end well without a picture.
    if (isRead && (await stat(target).catch(() => undefined))?.size) return true
  }
  return false
}
