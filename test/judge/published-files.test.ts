import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { withProfileOfNumbers } from '../../electron/core/formats/decoding-process/decoders/avif-colors.ts'
import { toTiff } from '../../electron/core/formats/decoding-process/decoders/decoded-picture.ts'
import type { ImagePool } from '../../electron/core/formats/decoding-process/decoding-pool.ts'
import { describeError } from '../../shared/base/describe-error.ts'
import type { ImageFormat } from '../../shared/pictures/picture-formats.ts'
import { sendingFor } from '../../shared/service/sending.ts'
import { prepareTestLibrary } from '../support/open-test-library.ts'
import { differenceOf, toLab } from './color-difference.ts'
import { measureImages } from './measured-images.ts'
import { knownDifferences, knownRefusals } from './published/known.ts'
import { openPublished, type PublishedFile } from './published/open-published.ts'
import { formatOfName, readNatively } from './published/read-natively.ts'

// Thousands of files that other programs are tested with (Debian's source packages) are added through the real core and image process, and converted: what
// is taken looks as the native tool shows it, and what is refused has a reason. Prints tables. PACKSHOT_PUBLISHED: names of packages, with commas between
// them (all).

const wanted = process.env.PACKSHOT_PUBLISHED?.split(',')
const images = measureImages()
let pool: ImagePool | undefined
const library = prepareTestLibrary({
  startImageProcess: () => {
    pool = images.start()
    return pool
  },
})

/** Mean ΔE2000 beyond this is a difference. Programs turn ink into colors in their own ways. */
const mostDifference = 5
const mostOfInk = 10
const side = 64

/** Small, on white, in sRGB. */
const look = async (picture: string): Promise<{ readonly size: string; readonly pixels: Buffer }> => {
  const open = () => sharp(picture, { failOn: 'none', limitInputPixels: false })
  const { width, height } = await open().metadata()
  const pixels = await open()
    .toColourspace('srgb')
    .flatten({ background: '#fff' })
    .resize(side, side, { fit: 'fill' })
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer()
  return { size: `${width} × ${height}`, pixels }
}

/** Native tools leave values as they are whose colors an AVIF says in numbers: this makes them sRGB. */
const convertNumbers = async (path: string, native: string): Promise<void> => {
  const withProfile = withProfileOfNumbers(await readFile(path))
  const icc = withProfile && (await sharp(withProfile).metadata()).icc
  if (!icc) return
  const picture = sharp(native, { limitInputPixels: false }).toColourspace('srgb').ensureAlpha()
  const { data, info } = await picture.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  const tiff = toTiff({ width: info.width, height: info.height, colors: 'rgb', hasAlpha: true, depth: 8, pixels: data, icc })
  await sharp(tiff, { limitInputPixels: false }).withIccProfile('srgb').png({ compressionLevel: 1 }).toFile(native)
}

/** Mean ΔE2000, or both sizes if they differ; `undefined`: the native tool wrote something that can't be read. */
const compare = async (ours: string, theirs: string): Promise<number | string | undefined> => {
  const [one, other] = [await look(ours), await look(theirs).catch(() => undefined)]
  if (!other) return undefined
  if (one.size !== other.size) return `${one.size}, not ${other.size}`
  const colorAt = (pixels: Buffer, at: number) => toLab([...pixels.subarray(at, at + 3)])
  let sum = 0
  for (let at = 0; at < one.pixels.length; at += 3) sum += differenceOf(colorAt(one.pixels, at), colorAt(other.pixels, at))
  return sum / (side * side)
}

type Row = { files: number; taken: number; refused: number; compared: number; differ: number; ms: number; mb: number }

const print = (rows: ReadonlyMap<string, Row>, lists: Readonly<Record<string, readonly string[]>>, seconds: number): void => {
  const head = 'format | files | taken | refused | compared | differ | slowest, ms | memory, MB'
  const lines = [...rows].map(([format, { files, taken, refused, compared, differ, ms, mb }]) =>
    [format, files, taken, refused, compared, differ, Math.round(ms), Math.round(mb)].join(' | '),
  )
  console.log([head, ...lines].join('\n'))
  for (const [title, list] of Object.entries(lists)) console.log([`${title} (${list.length})`, ...list].join('\n  '))
  console.log(`${Math.round(seconds)} s for all`)
}

const settings = sendingFor(null, null)

test('published test files are sent as they look, or refused with a reason that is true', async () => {
  const { files: all, missing } = await openPublished()
  const files = all.filter((file) => wanted === undefined || wanted.includes(file.package))
  if (missing.length > 0) console.log(`Left out:\n  ${missing.join('\n  ')}`)
  if (files.length === 0) {
    console.log('Skipped: there is none of the packages here.')
    return
  }
  await library.start()
  const begin = performance.now()
  const added = await library.client().intake.add({ named: files.map(({ path }) => path), recursive: false, upload: false })
  await library.settled(3_600_000)
  const refusals = new Map([...added.refused, ...(await library.client().pictures.refused())].map((one) => [one.path, one.problem]))
  const pictures = new Map([...added.added, ...added.known].map((one) => [one.sha256, one]))
  const rows = new Map<string, Row>()
  const rowOf = (format: string): Row => {
    const row = rows.get(format) ?? { files: 0, taken: 0, refused: 0, compared: 0, differ: 0, ms: 0, mb: 0 }
    rows.set(format, row)
    return row
  }
  const reasons = new Map<string, number>()
  const [problems, differences]: [string[], string[]] = [[], []]
  const placesOf = ({ sha256 }: PublishedFile) => ({
    converted: join(library.folder(), `${sha256} converted`),
    native: join(library.folder(), `${sha256}.png`),
  })

  const judgeRefused = async (file: PublishedFile, problem: Parameters<typeof describeError>[0]): Promise<void> => {
    const { native } = placesOf(file)
    const { message } = describeError(problem)
    reasons.set(message, (reasons.get(message) ?? 0) + 1)
    if (message.includes(library.folder())) problems.push(`${file.name}: its reason shows a path: ${message}`)
    if (problem.code !== 'damaged-image' || knownRefusals.has(file.name)) return
    const format = formatOfName(file.name)
    if (format && (await readNatively(format, file.path, native))) problems.push(`${file.name} is read natively, but refused: ${message}`)
  }
  const judgeTaken = async (file: PublishedFile, format: ImageFormat, isInk: boolean, row: Row): Promise<void> => {
    if (!pool) return
    const { converted, native } = placesOf(file)
    const done = await pool.convert({ path: file.path, format, settings, target: converted }).catch((error) => describeError(error).message)
    const { ms, bytes } = images.usedBy(file.sha256)
    row.ms = Math.max(row.ms, ms)
    row.mb = Math.max(row.mb, bytes / 1_000_000)
    if (done !== 'jpeg' && done !== 'png') return void problems.push(`${file.name} is taken, but not converted: ${done}`)
    if (!(await readNatively(format, file.path, native))) return
    if (format === 'avif') await convertNumbers(file.path, native)
    const difference = await compare(converted, native)
    if (difference === undefined) return
    row.compared += 1
    if (typeof difference === 'number' && difference <= (isInk ? mostOfInk : mostDifference)) return
    row.differ += 1
    const known = knownDifferences.get(file.name)
    const said = `${file.package}, ${file.name}: ${typeof difference === 'number' ? `ΔE ${difference.toFixed(1)}` : difference}`
    if (known === undefined) problems.push(`${said}: it looks different from what the native tool shows`)
    else differences.push(`${said}: ${known}`)
  }

  const judge = async (file: PublishedFile): Promise<void> => {
    const picture = pictures.get(file.sha256)
    const problem = refusals.get(file.path)
    const row = rowOf(picture?.format ?? formatOfName(file.name) ?? 'other')
    row.files += 1
    if (problem) {
      row.refused += 1
      await judgeRefused(file, problem)
    } else if (picture) {
      row.taken += 1
      await judgeTaken(file, picture.format, picture.reading?.colors === 'cmyk', row)
    } else problems.push(`${file.name} is neither taken nor refused`)
    for (const place of Object.values(placesOf(file))) await rm(place, { force: true })
  }
  // Two at a time: while one is converted, a native tool reads another.
  let next = 0
  const work = async (): Promise<void> => {
    for (let file = files[next++]; file; file = files[next++]) await judge(file)
  }
  await Promise.all([work(), work()])
  const refused = [...reasons].toSorted(([, one], [, other]) => other - one).map(([message, times]) => `${times} × ${message}`)
  print(rows, { Refused: refused, 'Known differences': differences }, (performance.now() - begin) / 1000)
  expect(problems).toEqual([])
})
