import { spawnSync } from 'node:child_process'
import sharp from 'sharp'

export type Label = {
  readonly name: string
  readonly lines: readonly string[]
  readonly font: string
  /** Font size of the first line in pixels; the others are smaller. */
  readonly size: number
  readonly ink: string
  readonly ground: string
  /** Degrees, clockwise. */
  readonly angle: number
  readonly format: 'png' | 'jpeg'
}

const fonts = ['DejaVu Sans', 'DejaVu Serif', 'DejaVu Sans Mono', 'DejaVu Sans Condensed', 'Arial, Liberation Sans, Helvetica, sans-serif']
const inks: readonly (readonly [string, string])[] = [
  ['#111111', '#ffffff'],
  ['#ffffff', '#12355b'],
  ['#5a1a0a', '#fdf6e0'],
  ['#0f4d1c', '#d7ead0'],
  ['#fff4a3', '#8b0f14'],
]
const texts: readonly (readonly string[])[] = [
  ['GREEN TEA', 'Organic leaves from Darjeeling', 'Net weight 100 g'],
  ['Dark Chocolate', '72 % cocoa with sea salt', 'Best before 06/2027', 'Made in Belgium'],
  ['ALMOND MILK', 'Unsweetened drink', 'Shake well before opening', '1 litre'],
  ['Hand Cream', 'Shea butter and honey', 'Dermatologically tested', '75 ml'],
  ['Olive Oil', 'Extra virgin, cold pressed', 'Store in a dark place', '500 ml'],
  ['CRUNCHY GRANOLA', 'Oats, hazelnuts and raisins', 'High in fibre', '450 g'],
  ['Washing Powder', 'For white and light fabrics', '30 washes at 40 degrees'],
  ['Tomato Soup', 'Ready in five minutes', 'No added sugar', 'Serves two'],
  ['ESPRESSO BEANS', 'Medium roast from Colombia', 'Keep cool and dry', '250 g'],
  ['Dog Biscuits', 'With chicken and rice', 'Complete food for adult dogs'],
]

/** Twenty labels: five fonts, sizes from 26 to 64 pixels, light on dark and dark on light, level and at two angles. */
export const labels: readonly Label[] = Array.from({ length: 20 }, (_, index) => {
  const [ink, ground] = inks[(index + Math.floor(index / 5)) % inks.length] ?? ['#000000', '#ffffff']
  return {
    name: `label ${index + 1}`,
    lines: texts[index % texts.length] ?? [],
    font: fonts[index % fonts.length] ?? 'sans-serif',
    size: [64, 48, 36, 26][index % 4] ?? 48,
    ink,
    ground,
    angle: [0, 3, 0, -2][Math.floor(index / 2) % 4] ?? 0,
    format: index % 3 === 2 ? 'jpeg' : 'png',
  }
})

const toXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A label on a pack on a white ground. */
export const renderLabel = async ({ lines, font, size, ink, ground, angle, format }: Label): Promise<Buffer> => {
  const [width, height] = [1000, 800]
  let y = 140
  const text = lines.map((line, index) => {
    const own = index === 0 ? size : Math.max(20, Math.round(size * 0.6))
    y += index === 0 ? own : Math.round(own * 1.7)
    return `<text x="500" y="${y}" text-anchor="middle" font-family="${font}" font-size="${own}" font-weight="${index === 0 ? 700 : 400}" fill="${ink}">${toXml(line)}</text>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#fff"/><g transform="rotate(${angle} 500 400)"><rect x="90" y="80" width="820" height="640" rx="24" fill="${ground}"/>${text.join('')}</g></svg>`
  const picture = sharp(Buffer.from(svg))
  return format === 'png' ? picture.png().toBuffer() : picture.flatten().jpeg({ quality: 82 }).toBuffer()
}

/** The fonts that the system really uses for the labels. Without fontconfig, the requested ones. */
const listFonts = async (): Promise<string> => {
  const matched = fonts.map((font) => {
    const { stdout } = spawnSync('fc-match', ['-f', '%{family}', font.split(',')[0] ?? font], { encoding: 'utf8' })
    return stdout ? `${font.split(',')[0]} → ${stdout}` : font
  })
  return [...new Set(matched)].join('; ')
}

const wordsOf = (text: string): string[] => text.split(/[\s/]+/).filter((word) => word !== '')

/** How many of their words `read` finds, each label's printed. */
export const countWordsRead = async (
  wanted: readonly Label[],
  read: (picture: Buffer) => Promise<string>,
): Promise<{ readonly found: number; readonly all: number }> => {
  console.log(`Fonts of this machine that the labels are set in: ${await listFonts()}.`)
  let [found, all, took] = [0, 0, 0]
  for (const one of wanted) {
    const picture = await renderLabel(one)
    const begun = performance.now()
    const left = wordsOf(await read(picture))
    took += performance.now() - begun
    const words = one.lines.flatMap(wordsOf)
    const missed = words.filter((word) => {
      const at = left.indexOf(word)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
    all += words.length
    found += words.length - missed.length
    console.log(
      `${one.name}: ${words.length - missed.length} of ${words.length} words (${one.font}, ${one.size} px, ${one.angle}°, ${one.ink} on ${one.ground})` +
        `${missed.length === 0 ? '' : `; missed ${missed.join(' ')}, read instead ${left.join(' ')}`}`,
    )
  }
  console.log(`Read ${found} of ${all} words (${((found / all) * 100).toFixed(1)} %), ${Math.round(took / wanted.length)} ms a label.`)
  return { found, all }
}
