import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sentName } from '../../electron/core/pictures/library/sent-name.ts'
import { describeError } from '../../shared/base/describe-error.ts'
import { sentFormat } from '../../shared/pictures/picture-formats.ts'
import { writeHostileFiles } from '../fixtures/hostile-files.ts'
import { prepareTestLibrary } from '../support/open-test-library.ts'
import { readUploads } from '../support/read-uploads.ts'
import { type MadePicture, makePictures } from './make-pictures.ts'
import { measureImages } from './measured-images.ts'

// Pictures of every format as other programs write them, and traps between them, are added and uploaded through the real core and image process: each one
// is sent as it looks, or refused with a reason. Prints a table with times and memory.

const images = measureImages()
const library = prepareTestLibrary({ startImageProcess: images.start })

/** Small, on white, in sRGB. */
const look = (picture: Buffer | string): Promise<Buffer> =>
  sharp(picture).autoOrient().toColourspace('srgb').flatten({ background: '#fff' }).resize(48, 48, { fit: 'fill' }).raw().toBuffer()

/** On average of all pixels, 0–255. */
const differenceOf = async (one: Buffer | string, other: Buffer | string): Promise<number> => {
  const [a, b] = [await look(one), await look(other)]
  let sum = 0
  for (const [at, value] of a.entries()) sum += Math.abs(value - (b[at] ?? 0))
  return sum / a.length
}

type Trap = { readonly name: string; readonly path: string; readonly isTaken: boolean | null; readonly source?: undefined }
type Added = Trap | (MadePicture & { readonly isTaken: true })

/** Files cut off and renamed, of each format; `isTaken`: `null`: either, as a format may be whole without its end. */
const makeTraps = async (folder: string, made: readonly MadePicture[]): Promise<Trap[]> => {
  await mkdir(folder, { recursive: true })
  const traps: Trap[] = []
  const write = async (name: string, bytes: Buffer, isTaken: boolean | null): Promise<void> => {
    await writeFile(join(folder, name), bytes)
    traps.push({ name, path: join(folder, name), isTaken })
  }
  const firsts = new Map(made.filter(({ name }) => name.startsWith('photograph')).map((one) => [one.ending, one]))
  for (const [ending, { path }] of firsts) {
    const bytes = await readFile(path)
    for (const percent of [3, 50, 97]) {
      const isLate = percent > 90
      await write(
        `${ending} cut at ${percent} %.${ending}`,
        bytes.subarray(0, Math.floor((bytes.length * percent) / 100)),
        isLate ? null : false,
      )
    }
    await write(`${ending} named as text.txt`, bytes, null)
    await write(`${ending} with an appendix.${ending}`, Buffer.concat([bytes, Buffer.alloc(4_000, 'appendix')]), null)
    await write(
      `${ending} with zeros.${ending}`,
      Buffer.concat([bytes.subarray(0, bytes.length / 2), Buffer.alloc(bytes.length / 2)]),
      null,
    )
  }
  return traps
}

type Row = {
  readonly ending: string
  files: number
  asItIs: number
  converted: number
  refused: number
  /** The largest to a drawing. */
  difference: number
  /** The slowest, and the most memory of the image process. */
  ms: number
  mb: number
}

const print = (table: readonly Row[], reasons: ReadonlyMap<string, number>, seconds: number): void => {
  const lines = table.map(({ ending, files, asItIs, converted, refused, difference, ms, mb }) =>
    [ending, files, asItIs, converted, refused, difference.toFixed(1), Math.round(ms), Math.round(mb)].join(' | '),
  )
  console.log(
    ['ending | files | sent as they are | converted | refused | difference at most, 0–255 | slowest, ms | memory, MB', ...lines].join('\n'),
  )
  console.log([...reasons].map(([message, times]) => `${times} × ${message}`).join('\n'))
  console.log(`${Math.round(seconds)} s for all`)
}

test('every format as other programs write it is sent as it looks, and each trap is refused with a reason or sent', async () => {
  const folder = join(library.folder(), 'pictures')
  const { made, lacking } = await makePictures(join(folder, 'made'))
  const traps = await makeTraps(join(folder, 'traps'), made)
  const hostile = (await writeHostileFiles(join(folder, 'hostile'))).map(({ name, path, expected }) => ({
    ...{ name, path },
    isTaken: expected === 'taken',
  }))
  if (lacking.length > 0) console.log(`Not installed, and so left out: ${lacking.join(', ')}`)
  await library.connect()
  await library.start()
  const begin = performance.now()
  const added = await library.client().intake.add({ named: [folder], recursive: true, upload: true })
  await library.settled(3_600_000)
  const seconds = (performance.now() - begin) / 1000
  const refusals = new Map([...added.refused, ...(await library.client().pictures.refused())].map((one) => [one.path, one.problem]))
  const pictures = new Map([...added.added, ...added.known].map((one) => [one.sha256, one]))
  const sent = new Map(readUploads(library.service()).map((one) => [one.name, one.bytes]))

  const problems: string[] = []
  const reasons = new Map<string, number>()
  const table: Row[] = []
  const endings = [...new Set([...made, ...traps, ...hostile].map(({ path }) => extname(path).slice(1)))].toSorted()
  for (const ending of endings) {
    const row: Row = { ending, files: 0, asItIs: 0, converted: 0, refused: 0, difference: 0, ms: 0, mb: 0 }
    table.push(row)
    const files: readonly Added[] = [...made.map((one) => ({ ...one, isTaken: true as const })), ...traps, ...hostile]
    for (const file of files.filter(({ path }) => extname(path).slice(1) === ending)) {
      row.files += 1
      const bytes = await readFile(file.path)
      const picture = pictures.get(createHash('sha256').update(bytes).digest('hex'))
      const refusal = refusals.get(file.path)
      const { ms, bytes: rss } = images.usedBy(picture?.sha256 ?? '')
      row.ms = Math.max(row.ms, ms)
      row.mb = Math.max(row.mb, rss / 1_000_000)
      if (refusal) {
        row.refused += 1
        const { message } = describeError(refusal)
        reasons.set(message, (reasons.get(message) ?? 0) + 1)
        if (file.isTaken === true) problems.push(`${file.name} is refused: ${message}`)
        continue
      }
      const whole =
        picture &&
        [picture.name, ...sentFormat.options.map((format) => sentName(picture.name, format))].map((name) => sent.get(name)).find(Boolean)
      if (!whole) {
        problems.push(`${file.name} is neither refused nor sent`)
        continue
      }
      if (file.isTaken === false) problems.push(`${file.name} is taken`)
      if (whole.equals(bytes)) row.asItIs += 1
      else row.converted += 1
      if (file.source === undefined) continue
      const difference = await differenceOf(whole, file.source)
      row.difference = Math.max(row.difference, file.within < 100 ? difference : 0)
      if (difference > file.within)
        problems.push(`${file.name} looks different when sent: ${difference.toFixed(1)}, at most ${file.within}`)
    }
  }
  print(table, reasons, seconds)
  expect(problems).toEqual([])
  expect(table.reduce((sum, { files: count }) => sum + count, 0)).toBeGreaterThanOrEqual(lacking.length > 0 ? 200 : 500)
})
