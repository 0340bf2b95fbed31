import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { z } from 'zod'

// Photographs that free packages of Debian hold. None of them is kept in this repository: packages are downloaded and unpacked, not installed.

/** What an eye sees; `null`: an eye can’t decide it. */
export type LabelledPhotograph = {
  /** Of Debian. */
  readonly package: string
  /** Inside the package. */
  readonly path: string
  readonly sha256: string
  /** The ground: 255, 255, 255 (by a color picker), or nearly. */
  readonly white: 'pure' | 'nearly' | 'no' | null
  /** The ground is of one color, soft shadows aside; transparent counts as one. */
  readonly even: boolean | null
  readonly transparent: boolean | null
  /** What the picture is of; what is behind it may be blurred. */
  readonly sharp: boolean | null
  /** Some words that are read without a magnifier; none: there are none. */
  readonly words: readonly string[] | null
  /** Around everything on an even ground: shares of the sides, left, top, right, bottom. */
  readonly box: readonly [number, number, number, number] | null
  /** Measuring was improved by what it got wrong of this one; the others were labelled after that. */
  readonly seen: boolean
}

const undecided = z.literal('?').transform(() => null)
const decision = z.enum(['yes', 'no']).transform((value) => value === 'yes')
const share = z.string().transform(Number).pipe(z.number().min(0).max(1))
/** A line of `labels.tsv`. */
const labelled = z.tuple([
  z.string(),
  z.string(),
  z.string().length(64),
  undecided.or(z.enum(['pure', 'nearly', 'no'])),
  undecided.or(decision),
  undecided.or(decision),
  undecided.or(decision),
  undecided.or(z.string().transform((words) => (words === 'none' ? [] : words.split(' ')))),
  undecided.or(
    z
      .string()
      .transform((box) => box.split(' '))
      .pipe(z.tuple([share, share, share, share])),
  ),
  decision,
])

const parseLabels = (table: string): LabelledPhotograph[] =>
  table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [from, path, sha256, white, even, transparent, sharpness, words, box, seen] = labelled.parse(line.split('\t'))
      return { package: from, path, sha256, white, even, transparent, sharp: sharpness, words, box, seen }
    })

const here = dirname(fileURLToPath(import.meta.url))
/** Kept for the next time; not part of the repository. */
const kept = join(here, '../../../.runtime/photographs')

const run = async (program: string, args: readonly string[], cwd: string): Promise<void> => {
  await promisify(execFile)(program, args, { cwd, maxBuffer: 2 ** 26, env: { ...process.env, LC_ALL: 'C' } })
}

/** Takes the labelled files of a package of Debian, each under its SHA-256. */
const unpack = async (name: string, paths: readonly string[]): Promise<void> => {
  await mkdir(kept, { recursive: true })
  const folder = await mkdtemp(join(kept, 'unpacking-'))
  try {
    await run('apt-get', ['download', '-q', name], folder)
    const [file] = (await readdir(folder)).filter((one) => one.endsWith('.deb'))
    if (!file) throw new Error(`apt-get downloaded no file of ${name}`)
    await run('dpkg-deb', ['-x', file, 'unpacked'], folder)
    for (const path of paths) {
      const from = join(folder, 'unpacked', path)
      if (!existsSync(from)) continue
      const sha256 = createHash('sha256')
        .update(await readFile(from))
        .digest('hex')
      await rename(from, join(kept, sha256))
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** `width`: in pixels, as it is in the file. */
export type OpenedPhotograph = LabelledPhotograph & { readonly name: string; readonly bytes: Buffer; readonly width: number }

/** The labelled photographs that can be had on this computer, and why others can’t. */
export const openPhotographs = async (): Promise<{
  readonly photographs: readonly OpenedPhotograph[]
  readonly missing: readonly string[]
}> => {
  const all = parseLabels(await readFile(join(here, 'labels.tsv'), 'utf8'))
  const isKept = ({ sha256 }: LabelledPhotograph): boolean => existsSync(join(kept, sha256))
  // Without a list of packages none can be downloaded; where this fails, the download says why.
  if (!all.every(isKept)) await run('apt-get', ['update', '-q'], here).catch(() => undefined)
  const photographs: OpenedPhotograph[] = []
  const missing: string[] = []
  for (const name of new Set(all.map((one) => one.package))) {
    const pictures = all.filter((one) => one.package === name)
    const paths = pictures.map(({ path }) => path)
    const failure = pictures.every(isKept) ? undefined : await unpack(name, paths).catch((error: unknown) => String(error).split('\n')[0])
    for (const picture of pictures)
      if (isKept(picture)) {
        const bytes = await readFile(join(kept, picture.sha256))
        photographs.push({ ...picture, name: basename(picture.path), bytes, width: (await sharp(bytes).metadata()).width })
      } else missing.push(`${picture.path}: ${failure ?? `${name} has another file here`}`)
  }
  return { photographs, missing }
}
