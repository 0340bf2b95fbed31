import sharp, { type Sharp } from 'sharp'
import { formatFiles } from '../fixtures/format-files.ts'
import { nclx, pictureItem, readCoded, writeHeif } from '../fixtures/heif-files.ts'
import { otherFormats } from '../fixtures/other-formats.ts'

const [width, height] = [120, 80]
const drawn = (): Sharp => sharp({ create: { width, height, channels: 3, background: '#c04020' } })
/** With edges, so that every part of a coder is used. */
const noisy = (): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
const glass = (): Sharp => sharp({ create: { width, height, channels: 4, background: { r: 192, g: 64, b: 32, alpha: 0.5 } } })

type Samples = Readonly<Record<string, () => Promise<Buffer>>>

const pngs: Samples = {
  'plain.png': () => drawn().png().toBuffer(),
  'noisy.png': () => noisy().png().toBuffer(),
  'interlaced.png': () => noisy().png({ progressive: true }).toBuffer(),
  'palette.png': () => noisy().png({ palette: true, colors: 16 }).toBuffer(),
  'gray.png': () => noisy().toColourspace('b-w').png().toBuffer(),
  'glass, 16 bits.png': () => glass().toColourspace('rgb16').png().toBuffer(),
  'with a profile.png': () =>
    noisy()
      .withIccProfile('p3')
      .withExif({ IFD0: { Copyright: 'Ada' } })
      .png()
      .toBuffer(),
}

const jpegs: Samples = {
  'placed.jpg': () =>
    drawn()
      .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLongitude: '13/1 24/1 0/1' } })
      .jpeg()
      .toBuffer(),
  'noisy.jpg': () => noisy().jpeg({ quality: 90 }).toBuffer(),
  'progressive.jpg': () => noisy().jpeg({ progressive: true, mozjpeg: true }).toBuffer(),
  'full colors.jpg': () => noisy().jpeg({ chromaSubsampling: '4:4:4', optimiseCoding: false }).toBuffer(),
  'gray.jpg': () => noisy().toColourspace('b-w').jpeg().toBuffer(),
  'print.jpg': () => noisy().withIccProfile('cmyk').jpeg().toBuffer(),
  'with a profile.jpg': () => noisy().withIccProfile('p3').jpeg().toBuffer(),
}

const tiff = (picture: Sharp, options: NonNullable<Parameters<Sharp['tiff']>[0]>) => (): Promise<Buffer> =>
  picture.clone().tiff(options).toBuffer()
const tiffs: Samples = {
  'tiles.tif': tiff(noisy(), { compression: 'deflate', predictor: 'horizontal', tile: true, tileWidth: 32, tileHeight: 32 }),
  'jpeg inside.tif': tiff(noisy(), { compression: 'jpeg' }),
  'fax.tif': tiff(noisy().toColourspace('b-w'), { compression: 'ccittfax4', bitdepth: 1 }),
  'packed.tif': tiff(noisy(), { compression: 'packbits' }),
  'four bits.tif': tiff(noisy().toColourspace('b-w'), { bitdepth: 4, compression: 'none' }),
  'large.tif': tiff(noisy(), { bigtiff: true, compression: 'lzw' }),
  'pyramid.tif': tiff(noisy(), { pyramid: true, tile: true, tileWidth: 32, tileHeight: 32, compression: 'lzw' }),
}

const others: Samples = {
  'lossy.webp': () => noisy().webp().toBuffer(),
  'lossy glass.webp': () => glass().webp().toBuffer(),
  'with a profile.webp': () => noisy().withIccProfile('p3').webp().toBuffer(),
  'noisy.avif': () => noisy().avif({ effort: 0 }).toBuffer(),
  'glass.avif': () => glass().avif({ effort: 0 }).toBuffer(),
  '12 bits.avif': () => noisy().avif({ effort: 0, bitdepth: 12 }).toBuffer(),
  'colors in numbers.avif': async () => {
    const coded = readCoded(await noisy().avif({ effort: 0, bitdepth: 10 }).toBuffer())
    return writeHeif({ brand: 'avif', brands: ['mif1', 'avif'], items: [pictureItem(coded, nclx(9, 16, 6))] })
  },
}

/** Small pictures of every format that is read, each format in several of its forms. */
export const fuzzSamples: Samples = {
  ...otherFormats,
  ...Object.fromEntries(formatFiles.map(({ name, make }) => [name, async () => make()])),
  ...pngs,
  ...jpegs,
  ...tiffs,
  ...others,
}
