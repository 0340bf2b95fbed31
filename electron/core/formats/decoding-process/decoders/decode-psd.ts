import { type PsdHeader, readPsdHeader } from '../../kinds/identify-psd.ts'
import { toWorkerError } from '../decoding-messages.ts'
import type { DecodedPicture } from './decoded-picture.ts'
import { hasLayers, hasMergedTransparency, readFrom, readResources, resourceIds } from './psd-parts.ts'

// Our own: ag-psd turns CMYK into RGB without the profile, and reads no CMYK of 16 bits. Only the merged picture is needed here.

const cutOff = (): Error => toWorkerError({ kind: 'picture-cut-off' })
const damaged = (said: string): Error => toWorkerError({ kind: 'picture-undecodable', said })

const colorChannels: Readonly<Record<PsdHeader['colors'], number>> = { gray: 1, palette: 1, rgb: 3, cmyk: 4 }

/** Fills `row` from runs (“PackBits”): a count of bytes as they are, or of repeats of one. */
const unpack = (packed: Uint8Array, row: Uint8Array): void => {
  let [from, to] = [0, 0]
  while (to < row.length) {
    const count = packed[from++]
    if (count === undefined) throw damaged('a row has too few pixels')
    if (count === 128) continue
    if (count < 128) {
      const end = from + count + 1
      if (end > packed.length) throw damaged('a row has too few pixels')
      row.set(packed.subarray(from, from + Math.min(count + 1, row.length - to)), to)
      from = end
      to += count + 1
      continue
    }
    const value = packed[from++]
    if (value === undefined) throw damaged('a row has too few pixels')
    row.fill(value, to, to + 257 - count)
    to += 257 - count
  }
}

/** Gives the rows of the first `wanted` channels, one channel after the other, as they are in the file: high bytes first. */
const eachRow = (
  bytes: Uint8Array,
  at: number,
  { width, height, channels, depth, isLarge }: PsdHeader,
  wanted: number,
  give: (row: Uint8Array, channel: number, y: number) => void,
): void => {
  const reader = readFrom(bytes, at)
  const rowBytes = width * (depth / 8)
  const compression = reader.uint16()
  if (compression === 0) {
    for (let channel = 0; channel < wanted; channel++) for (let y = 0; y < height; y++) give(reader.bytes(rowBytes), channel, y)
    return
  }
  if (compression !== 1) throw damaged('its merged picture is compressed in a way that Photoshop doesn’t use')
  const lengths = readFrom(bytes, reader.at())
  reader.bytes(channels * height * (isLarge ? 4 : 2))
  const row = new Uint8Array(rowBytes)
  for (let channel = 0; channel < wanted; channel++) {
    for (let y = 0; y < height; y++) {
      unpack(reader.bytes(isLarge ? lengths.uint32() : lengths.uint16()), row)
      give(row, channel, y)
    }
  }
}

type Samples = Uint8Array | Uint16Array

/** Channels side by side. Ink is stored as paper: 0 is all of it. */
const interleave = (bytes: Uint8Array, at: number, header: PsdHeader, wanted: number): Samples => {
  const { width, height, depth, colors } = header
  const count = width * height * wanted
  const samples = depth === 8 ? new Uint8Array(count) : new Uint16Array(count)
  const inks = colors === 'cmyk' ? 4 : 0
  const most = depth === 8 ? 0xff : 0xffff
  eachRow(bytes, at, header, wanted, (row, channel, y) => {
    const flip = channel < inks ? most : 0
    for (let x = 0, to = y * width * wanted + channel; x < width; x++, to += wanted) {
      const value = depth === 8 ? (row[x] as number) : ((row[2 * x] as number) << 8) | (row[2 * x + 1] as number)
      samples[to] = value ^ flip
    }
  })
  return samples
}

/** Photoshop lays the merged picture on white, which half-transparent pixels then contain. Takes it out again. */
const removeWhite = (samples: Samples, { colors, depth }: PsdHeader, channels: number): void => {
  const most = depth === 8 ? 0xff : 0xffff
  const white = colors === 'cmyk' ? 0 : most
  for (let at = 0; at < samples.length; at += channels) {
    const opacity = samples[at + channels - 1] as number
    if (opacity === 0 || opacity === most) continue
    for (let channel = 0; channel < channels - 1; channel++) {
      const value = ((samples[at + channel] as number) - white) * (most / opacity) + white
      samples[at + channel] = Math.max(0, Math.min(most, Math.round(value)))
    }
  }
}

/** The palette has all reds, then all greens, then all blues. */
const paint = (places: Samples, palette: Uint8Array): Uint8Array => {
  if (palette.length < 768) throw damaged('it has no palette')
  const pixels = new Uint8Array(places.length * 3)
  let to = 0
  for (const place of places) {
    pixels[to++] = palette[place] as number
    pixels[to++] = palette[place + 256] as number
    pixels[to++] = palette[place + 512] as number
  }
  return pixels
}

const toBytes = (samples: Samples): Uint8Array => new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)

/** Version Info: Photoshop says there whether it saved the merged picture; else there is only white. */
const lacksMerged = (version: Uint8Array | undefined): boolean => version !== undefined && version.length >= 5 && version[4] === 0

/**
 * The merged picture of a Photoshop document (PSD or PSB), as Photoshop writes it for programs that don't read layers (Adobe Photoshop File
 * Formats Specification). `psd-without-merged-picture`: it was left out.
 */
export const decodePsd = async (bytes: Uint8Array): Promise<DecodedPicture> => {
  const header = readPsdHeader(bytes)
  if (!header || typeof header === 'string') throw damaged('its header is damaged')
  const { width, height, colors, isLarge, channels } = header
  const depth = header.depth === 16 ? 16 : 8
  const reader = readFrom(bytes, 26)
  const palette = reader.bytes(reader.uint32())
  const resources = readResources(reader.bytes(reader.uint32()))
  const layers = reader.bytes(reader.length(isLarge))
  // Without layers, it is the picture itself.
  if (lacksMerged(resources.get(resourceIds.version)) && hasLayers(layers, isLarge))
    throw toWorkerError({ kind: 'psd-without-merged-picture' })
  if (reader.isAtEnd()) throw cutOff()
  const hasAlpha = colors !== 'palette' && channels > colorChannels[colors] && hasMergedTransparency(layers, isLarge)
  const wanted = colorChannels[colors] + (hasAlpha ? 1 : 0)
  const samples = interleave(bytes, reader.at(), header, wanted)
  if (hasAlpha) removeWhite(samples, header, wanted)
  const [icc, exif, xmp] = [resourceIds.iccProfile, resourceIds.exif, resourceIds.xmp].map((id) => resources.get(id))
  return {
    width,
    height,
    hasAlpha,
    depth,
    colors: colors === 'palette' ? 'rgb' : colors,
    pixels: colors === 'palette' ? paint(samples, palette) : toBytes(samples),
    ...(icc ? { icc } : {}),
    ...(exif ? { exif } : {}),
    ...(xmp ? { xmp } : {}),
  }
}
