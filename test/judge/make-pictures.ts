import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp, { type Sharp } from 'sharp'
import { asJpeg, asStrip, rawFile, sensor } from '../fixtures/raw-file.ts'

// Pictures as other programs write them: each drawing in each way of each format.

const run = promisify(execFile)

const drawings = ['photograph', 'product', 'glass', 'gray', 'wide'] as const
type Drawing = (typeof drawings)[number]

/** Waves of color with a little noise: as hard to compress as a photograph, and no two corners are alike. */
const paint = (width: number, height: number): Sharp => {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      const noise = (x * 7919 + y * 104_729) % 13
      pixels[at] = (255 * x) / width - noise / 2 + 6
      pixels[at + 1] = 110 + 90 * Math.sin(y / 37) + noise / 2
      pixels[at + 2] = (255 * y) / height - noise / 2 + 6
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

const shape = (fill: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect x="60" y="80" width="300" height="330" rx="40" fill="${fill}"/>
     <circle cx="480" cy="180" r="110" fill="#1d5c8a"/></svg>`,
  )

const draw: Readonly<Record<Drawing, () => Sharp>> = {
  photograph: () => paint(900, 675),
  product: () =>
    sharp({ create: { width: 640, height: 480, channels: 3, background: '#ffffff' } })
      .composite([{ input: shape('#c8401e') }])
      .removeAlpha(),
  glass: () =>
    sharp({ create: { width: 640, height: 480, channels: 4, background: '#00000000' } }).composite([{ input: shape('#c8401eb0') }]),
  gray: () => paint(500, 400).grayscale().toColourspace('b-w'),
  wide: () => paint(1201, 97),
}

type Way = {
  readonly name: string
  /** The command and its arguments. */
  readonly make: (source: string, target: string) => readonly [string, ...string[]]
  readonly of?: readonly Drawing[]
  /** EXIF's, which exiftool writes: ImageMagick puts none into a JPEG that has no EXIF. */
  readonly orientation?: number
  /** How far the picture may be from its drawing, on average of all pixels, 0–255; 8 if absent. */
  readonly within?: number
}

const by =
  (command: string, ...options: readonly string[]) =>
  (source: string, target: string): readonly [string, ...string[]] => [command, source, ...options, target]
const convert = (name: string, ...options: readonly string[]): Way => ({ name, make: by('convert', ...options) })
const opaque: readonly Drawing[] = ['photograph', 'product', 'gray', 'wide']
const colored: readonly Drawing[] = ['photograph', 'product', 'wide']
/** What these programs make of ink without a profile differs. */
const inks = 60

const cwebp = (name: string, ...options: readonly string[]): Way => ({
  name,
  make: (source, target) => ['cwebp', '-quiet', ...options, source, '-o', target],
})
const avifenc = (name: string, ...options: readonly string[]): Way => ({
  name,
  make: (source, target) => ['avifenc', '-s', '9', ...options, source, target],
})
const heifEnc = (name: string, ...options: readonly string[]): Way => ({
  name,
  make: (source, target) => ['heif-enc', ...options, source, '-o', target],
})
const cjxl = (name: string, ...options: readonly string[]): Way => ({ name, make: by('cjxl', '--quiet', ...options) })
const opj = (name: string, ...options: readonly string[]): Way => ({
  name,
  make: (source, target) => ['opj_compress', '-i', source, '-o', target, ...options],
  of: opaque,
})
const bmp = (name: string, version: string): Way => ({
  name,
  make: (source, target) => ['convert', source, '-alpha', 'off', `${version}:${target}`],
})
const twice = (name: string, ...options: readonly string[]): Way => ({
  name,
  make: (source, target) => ['convert', '-delay', '20', source, '(', source, '-negate', ')', ...options, target],
})

/** Ways to write each format, by its ending. */
const ways: Readonly<Record<string, readonly Way[]>> = {
  jpg: [
    convert('quality 20', '-quality', '20'),
    convert('quality 90', '-quality', '90'),
    convert('quality 100', '-quality', '100', '-sampling-factor', '4:4:4'),
    convert('progressive', '-interlace', 'JPEG'),
    convert('subsampled', '-sampling-factor', '4:1:1'),
    { ...convert('turned', '-rotate', '90'), orientation: 8 },
    { ...convert('upside down', '-rotate', '180'), orientation: 3 },
    { ...convert('mirrored', '-flop'), orientation: 2 },
    { ...convert('turned the other way', '-rotate', '-90'), orientation: 6 },
    { ...convert('upside down and mirrored', '-flip'), orientation: 4 },
    { ...convert('turned and mirrored', '-transpose'), orientation: 5 },
    { ...convert('turned back and mirrored', '-transverse'), orientation: 7 },
    { ...convert('CMYK', '-colorspace', 'CMYK'), within: inks },
  ].map((way) => ({ of: opaque, ...way })),
  png: [
    { ...convert('8 bits', '-define', 'png:color-type=2'), of: opaque },
    convert('16 bits', '-depth', '16', '-define', 'png:bit-depth=16'),
    convert('interlaced', '-interlace', 'PNG'),
    { ...convert('palette', '-colors', '256', '-define', 'png:format=png8'), within: 30 },
    { ...convert('with alpha', '-define', 'png:color-type=6') },
    { ...convert('gray', '-colorspace', 'Gray', '-define', 'png:color-type=0'), of: ['gray'] },
  ],
  webp: [
    cwebp('lossy', '-q', '75'),
    cwebp('best', '-q', '100', '-m', '2'),
    cwebp('lossless', '-lossless', '-m', '1'),
    { ...cwebp('nearly lossless', '-near_lossless', '40', '-m', '1') },
    { ...twice('animated'), of: colored },
  ],
  avif: [
    avifenc('4:2:0', '-y', '420'),
    avifenc('4:4:4', '-y', '444'),
    avifenc('10 bits', '-d', '10'),
    avifenc('12 bits', '-d', '12'),
    { ...avifenc('turned', '--irot', '1'), within: 255 },
    avifenc('limited range', '-r', 'limited'),
    avifenc('sharp', '--min', '0', '--max', '4'),
  ],
  heic: [
    heifEnc('quality 40', '-q', '40'),
    heifEnc('quality 90', '-q', '90'),
    heifEnc('4:4:4', '-q', '90', '-p', 'chroma=444'),
    heifEnc('with a thumbnail', '-t', '128'),
    { ...heifEnc('without alpha', '--no-alpha'), of: opaque },
  ],
  tif: [
    convert('plain', '-compress', 'None'),
    convert('LZW', '-compress', 'LZW'),
    convert('deflate', '-compress', 'Zip'),
    { ...convert('JPEG inside', '-compress', 'JPEG'), of: colored },
    convert('16 bits', '-depth', '16'),
    convert('big-endian', '-define', 'tiff:endian=msb'),
    { ...convert('CMYK', '-colorspace', 'CMYK'), of: colored, within: inks },
    { ...convert('Lab', '-colorspace', 'Lab'), within: 10 },
    { ...convert('Lab, 16 bits', '-colorspace', 'Lab', '-depth', '16'), within: 10 },
    { ...convert('Lab, not packed', '-colorspace', 'Lab', '-compress', 'None', '-define', 'tiff:endian=msb'), within: 10 },
    convert('tiled', '-define', 'tiff:tile-geometry=128x128'),
    { ...convert('palette', '-type', 'Palette', '-colors', '200'), of: colored, within: 14 },
    { ...convert('black and white', '-monochrome', '-compress', 'Group4'), of: ['gray'], within: 255 },
    twice('of two pages'),
    { name: 'pyramid', make: (source, target) => ['vips', 'tiffsave', source, target, '--pyramid', '--tile', '--compression', 'deflate'] },
    { name: 'BigTIFF', make: (source, target) => ['vips', 'tiffsave', source, target, '--bigtiff'] },
  ],
  gif: [
    // It has no half opacity.
    { ...convert('plain'), within: 30 },
    { ...convert('interlaced', '-interlace', 'GIF'), within: 30 },
    { ...convert('of 16 colors', '-colors', '16'), within: 30 },
    { ...twice('animated'), within: 30 },
  ],
  bmp: [
    bmp('version 3', 'BMP3'),
    bmp('version 2', 'BMP2'),
    convert('version 4'),
    { ...convert('palette', '-type', 'Palette', '-colors', '256'), within: 14 },
    { ...convert('runs', '-type', 'Palette', '-colors', '64', '-compress', 'RLE'), within: 20 },
  ].map((way) => ({ of: opaque, ...way })),
  psd: [
    // Photoshop lays transparent pixels on white, which ImageMagick doesn't.
    { ...convert('RGB', '-compress', 'None'), within: 12 },
    { ...convert('packed', '-compress', 'RLE'), within: 12 },
    { ...convert('16 bits', '-depth', '16'), within: 12 },
    { ...convert('gray', '-colorspace', 'Gray'), of: ['gray'] },
    { ...convert('CMYK', '-colorspace', 'CMYK'), of: colored, within: inks },
    { ...twice('with layers'), of: colored, within: 255 },
  ],
  psb: [
    { ...convert('RGB'), of: opaque },
    { ...convert('16 bits', '-depth', '16'), of: opaque },
    { ...convert('gray', '-colorspace', 'Gray'), of: ['gray'] },
  ],
  jxl: [
    cjxl('lossless', '-d', '0', '-e', '3'),
    cjxl('distance 1', '-d', '1', '-e', '3'),
    { ...cjxl('distance 4', '-d', '4', '-e', '3'), within: 12 },
    cjxl('progressive', '-d', '1', '-e', '3', '-p'),
    cjxl('modular', '-m', '1', '-d', '1', '-e', '3'),
  ],
  jp2: [opj('lossless'), opj('a tenth', '-r', '10'), opj('tiled', '-t', '200,200'), opj('irreversible', '-I', '-r', '5')],
}

export type MadePicture = {
  readonly name: string
  readonly path: string
  readonly ending: string
  /** Its drawing, as a PNG. */
  readonly source: string
  /** How far it may be from its drawing, on average of all pixels, 0–255. */
  readonly within: number
}

/** As cameras write them: the picture is the large JPEG beside the sensor's values. */
const rawWays: Readonly<Record<string, (jpeg: Buffer) => Buffer>> = {
  dng: (jpeg) =>
    rawFile([
      [
        [254, [1]],
        [330, { directory: [sensor, asStrip(jpeg)] }],
        [50_706, [0x01040000]],
      ],
    ]),
  nef: (jpeg) =>
    rawFile(
      [
        [
          [254, [1]],
          [330, { directory: [asJpeg(jpeg), sensor] }],
        ],
      ],
      { isLittle: false },
    ),
}

/** Writes all of them into a folder, two at a time. `lacking`: programs that are not installed. */
export const makePictures = async (
  folder: string,
): Promise<{ readonly made: readonly MadePicture[]; readonly lacking: readonly string[] }> => {
  await mkdir(folder, { recursive: true })
  const made: MadePicture[] = []
  const lacking = new Set<string>()
  const tasks: (() => Promise<void>)[] = []
  for (const drawing of drawings) {
    const source = join(folder, `${drawing}.png`)
    await draw[drawing]().png().toFile(source)
    const take = (name: string, ending: string, within: number): MadePicture => {
      const file = `${drawing}, ${ending}, ${name}.${ending}`
      const one = { name: file, path: join(folder, file), ending, source, within }
      made.push(one)
      return one
    }
    for (const [ending, list] of Object.entries(ways))
      for (const { name, make, of = drawings, within = 8, orientation } of list)
        if (of.includes(drawing)) {
          const one = take(name, ending, within)
          const [command, ...options] = make(source, one.path)
          tasks.push(async () => {
            const tag = ['-q', '-n', '-overwrite_original', `-Orientation=${orientation}`, one.path]
            for (const [program, ...given] of [[command, ...options], ...(orientation ? [['exiftool', ...tag]] : [])] as [
              string,
              ...string[],
            ][])
              await run(program, given, { timeout: 120_000 }).catch((error) => {
                if (error.code !== 'ENOENT') throw new Error(`${program} ${given.join(' ')}: ${error.stderr ?? error}`)
                lacking.add(program)
                if (made.includes(one)) made.splice(made.indexOf(one), 1)
              })
          })
        }
    for (const [ending, write] of Object.entries(rawWays))
      for (const quality of [60, 80, 90, 98]) {
        const { path } = take(`quality ${quality}`, ending, 8)
        tasks.push(async () => writeFile(path, write(await draw[drawing]().flatten({ background: '#fff' }).jpeg({ quality }).toBuffer())))
      }
  }
  let next = 0
  const work = async (): Promise<void> => {
    while (next < tasks.length) await tasks[next++]?.()
  }
  await Promise.all([work(), work()])
  return { made, lacking: [...lacking] }
}
