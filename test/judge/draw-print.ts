import sharp from 'sharp'

/** Words on a drawn picture. Lengths are in pixels. */
export type Print = {
  readonly lines: readonly string[]
  readonly font: string
  /** Of the letters, as CSS has it: capitals have about 0.7 of it. */
  readonly size: number
  /** The middle of all lines. */
  readonly x: number
  readonly y: number
  /** Degrees, clockwise. */
  readonly angle: number
  readonly ink: readonly [number, number, number]
  /** Also beside the thing; else only where the thing is. */
  readonly isOver: boolean
  /** Fills a rectangle below the lines. */
  readonly badge: readonly [number, number, number] | null
  readonly opacity: number
}

const lineHeight = 1.2
const cssOf = (color: readonly number[]): string => `rgb(${color.join(',')})`
const escapeMarkup = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Its pixels, RGBA, drawn by the text renderer of libvips. */
export const drawPrint = async (print: Print, width: number, height: number): Promise<Uint8Array> => {
  const { lines, font, size, x, y, angle, ink, badge, opacity } = print
  const longest = Math.max(...lines.map(({ length }) => length))
  const [across, down] = [longest * size * 0.68 + size, lines.length * size * lineHeight + size * 0.6]
  const ground = badge
    ? `<rect x="${x - across / 2}" y="${y - down / 2}" width="${across}" height="${down}" rx="${size * 0.3}" fill="${cssOf(badge)}"/>`
    : ''
  const texts = lines
    .map(
      (line, index) =>
        `<text x="${x}" y="${y + (index - (lines.length - 1) / 2) * size * lineHeight + size * 0.35}" font-family="${font}" font-size="${size}" text-anchor="middle" fill="${cssOf(ink)}">${escapeMarkup(line)}</text>`,
    )
    .join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g opacity="${opacity}" transform="rotate(${angle} ${x} ${y})">${ground}${texts}</g></svg>`
  return new Uint8Array(await sharp(Buffer.from(svg)).ensureAlpha().toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer())
}
