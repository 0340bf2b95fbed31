import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { createImagePool, type ImagePool } from '../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import { identifyFile } from '../../electron/core/formats/kinds/identify-file.ts'
import { createLikenessIndex } from '../../electron/core/pictures/similar/likeness-index.ts'
import { type DrawnProduct, drawProduct } from './draw-products.ts'

const entry = fileURLToPath(new URL('../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))

/** What a shop or a colleague makes of a delivered picture. */
type Change = (picture: Buffer) => Promise<Buffer>

/** Shares that are cut off: left, top, right, bottom. */
const cropped =
  (left: number, top: number, right: number, bottom: number): Change =>
  async (picture) => {
    const { width, height } = await sharp(picture).metadata()
    const region = {
      left: Math.round(width * left),
      top: Math.round(height * top),
      width: Math.round(width * (1 - left - right)),
      height: Math.round(height * (1 - top - bottom)),
    }
    return sharp(picture).extract(region).jpeg({ quality: 88 }).toBuffer()
  }
const resized =
  (side: number, quality: number): Change =>
  (picture) =>
    sharp(picture).resize(side, side, { fit: 'inside' }).jpeg({ quality }).toBuffer()

/** The same picture in another size, format or crop. */
export const sameChanges: Readonly<Record<string, Change>> = {
  'half the size': resized(800, 85),
  '300 pixels': resized(300, 75),
  '160 pixels': resized(160, 75),
  'JPEG at 40': (picture) => sharp(picture).jpeg({ quality: 40 }).toBuffer(),
  'JPEG at 70': (picture) => sharp(picture).jpeg({ quality: 70 }).toBuffer(),
  WebP: (picture) => sharp(picture).webp({ quality: 75 }).toBuffer(),
  AVIF: (picture) => sharp(picture).avif({ quality: 55, effort: 0 }).toBuffer(),
  '5 % cut off on one side': cropped(0.05, 0, 0, 0),
  '10 % of each side’s length': cropped(0.05, 0.05, 0.05, 0.05),
  '20 % of each side’s length': cropped(0.14, 0.03, 0.06, 0.17),
  '30 % of each side’s length': cropped(0.18, 0.16, 0.12, 0.14),
  'wider ground': (picture) =>
    sharp(picture).extend({ top: 200, bottom: 120, left: 260, right: 300, background: '#ffffff' }).jpeg().toBuffer(),
}

/** Another product of the line, or another picture of the same one. */
export const otherProducts: Readonly<Record<string, (product: DrawnProduct) => DrawnProduct>> = {
  'another color': (product) => ({ ...product, color: product.color + 1 }),
  'a slightly bluer color': (product) => ({ ...product, tint: 24 }),
  'another label': (product) => ({ ...product, label: product.label + 1 }),
  'the back': (product) => ({ ...product, isBack: true }),
  'another product of its kind': (product) => ({ ...product, seed: product.seed + 100 }),
}

type Judged = { readonly change: string; readonly isWanted: boolean; readonly isFound: boolean; readonly what: string }

export type LikenessJudge = Awaited<ReturnType<typeof openLikenessJudge>>

/** The image process, and an index as the core has it, on a folder of its own. */
export const openLikenessJudge = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-likeness-'))
  const limits = { taskMs: 120_000, rssBytes: 2 ** 30 }
  const pool: ImagePool = createImagePool({ spawn: () => forkImageWorker(entry), workers: 1, limits })
  let files = 0

  /** Its thumbnail, made as at its check. */
  const add = async (bytes: Buffer): Promise<string> => {
    const path = join(folder, `${++files}`)
    await writeFile(path, bytes)
    const found = identifyFile(bytes, bytes.length)
    if (found.kind !== 'image') throw new Error('not an image')
    await pool.inspect({ path, format: found.format, thumbnailPath: `${path}.webp` })
    return `${path}.webp`
  }

  /** Whether the second is found to show the same as the first; `null`: one of them shows too little. */
  const isSame = async (first: string, second: string): Promise<boolean | null> => {
    const known = await pool.describeLikeness(first)
    const wanted = await pool.describeLikeness(second)
    if (!known || !wanted) return null
    const index = createLikenessIndex()
    index.add(first, known)
    const [candidate] = index.find(wanted, 1)
    if (!candidate) return false
    const [answer] = await pool.compare(second, [{ path: candidate.key, placement: candidate.placement }])
    return answer ?? null
  }

  return {
    add,
    isSame,
    describe: (thumbnail: string) => pool.describeLikeness(thumbnail),
    /** Every change of a product’s picture, and every other product, against the picture. */
    judge: async (
      product: DrawnProduct,
      changes: readonly string[] = Object.keys(sameChanges),
      others: readonly string[] = Object.keys(otherProducts),
    ): Promise<Judged[]> => {
      const picture = await drawProduct(product)
      const original = await add(picture)
      const what = `${product.kind} ${product.seed}`
      const judged: Judged[] = []
      for (const change of changes) {
        const changed = await sameChanges[change]?.(picture)
        if (changed) judged.push({ change, what, isWanted: true, isFound: (await isSame(original, await add(changed))) === true })
      }
      for (const change of others) {
        const other = otherProducts[change]?.(product)
        if (other)
          judged.push({ change, what, isWanted: false, isFound: (await isSame(original, await add(await drawProduct(other)))) === true })
      }
      return judged
    },
    close: async (): Promise<void> => {
      await pool.stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** One line for each change: how many were found, and how many there are. */
export const tabulate = (judged: readonly Judged[]): string[] => {
  const names = [...new Set(judged.map(({ change }) => change))]
  return names.map((name) => {
    const some = judged.filter(({ change }) => change === name)
    const found = some.filter(({ isFound }) => isFound).length
    const missed = some.filter(({ isFound, isWanted }) => isFound !== isWanted).map(({ what }) => what)
    return `${name.padEnd(32)} ${String(found).padStart(4)} of ${some.length} called the same${missed.length > 0 ? `  (wrong: ${missed.join(', ')})` : ''}`
  })
}
