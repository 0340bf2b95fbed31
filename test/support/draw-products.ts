import sharp from 'sharp'
import { createRandom } from './draw-pack.ts'

export const productKinds = ['bottle', 'shirt', 'mug', 'box', 'shoe', 'watch', 'bag', 'lamp', 'scene'] as const
export type ProductKind = (typeof productKinds)[number]

/** The same product is drawn for the same seed; `color` and `label` are what two products of one line differ by. */
export type DrawnProduct = {
  readonly kind: ProductKind
  readonly seed: number
  /** Which of the line's colors, from 0. */
  readonly color: number
  /** Which of the line's labels, from 0. */
  readonly label: number
  /** Seen from behind: without print and label. */
  readonly isBack?: boolean
  /** In the small print, in ml; by itself one of some usual ones. */
  readonly volume?: number
  /** How much bluer it is dyed, of 255. */
  readonly tint?: number
}

const palette = ['#8c2f39', '#1f4e79', '#3c6e47', '#d9a441', '#5b3a6e', '#222831', '#c9c5bd', '#e07a5f', '#2a9d8f', '#f4f1de']
const words = ['LAVENDER', 'CITRUS', 'ROSEMARY', 'VANILLA', 'CEDAR', 'MINT', 'AMBER', 'GINGER', 'HAZEL', 'CLOVE']
const brands = ['NORD', 'Halden', 'Mira', 'OAK HILL', 'Lumen', 'Terra', 'Volta', 'Kiso']

const text = (x: number, y: number, size: number, said: string, fill: string, more = ''): string =>
  `<text x="${x}" y="${y}" font-family="DejaVu Sans, sans-serif" font-size="${size}" fill="${fill}" text-anchor="middle" ${more}>${said}</text>`

const dye = (color: string, tint: number): string => {
  const blue = Number.parseInt(color.slice(5), 16)
  return `${color.slice(0, 5)}${Math.max(0, blue + (blue > 127 ? -tint : tint))
    .toString(16)
    .padStart(2, '0')}`
}

type Numbers = { readonly between: (from: number, to: number) => number; readonly pick: <T>(from: readonly T[]) => T }

/** Shapes in a square of 1,000. */
const shapesOf = ({ kind, seed, label, isBack = false, volume }: DrawnProduct, { between, pick }: Numbers): string => {
  // Not of the product’s own color: another color changes nothing else.
  const accent = pick(palette)
  const word = words[(seed + label) % words.length] as string
  const brand = pick(brands)
  const usual = pick([50, 100, 250, 400])
  const serial = Math.floor(between(10, 99))
  const print = (x: number, y: number, size: number): string =>
    isBack
      ? ''
      : `<g transform="translate(${x} ${y}) scale(${size})">${text(0, 0, 60, brand, '#fff')}${text(0, 70, 44, word, '#fff')}
         <circle cx="${between(-60, 60)}" cy="150" r="${between(20, 50)}" fill="${accent}"/><rect x="${between(-110, -40)}" y="200" width="${between(60, 160)}" height="26" fill="${accent}"/>
         ${text(0, 280, 24, `${volume ?? usual} ml · No ${serial}`, '#fff')}</g>`
  switch (kind) {
    case 'bottle': {
      const width = between(200, 300)
      return `<rect x="${500 - width / 2}" y="330" width="${width}" height="560" rx="${between(20, 70)}" fill="url(#body)"/>
        <rect x="450" y="${between(140, 200)}" width="100" height="200" fill="${accent}"/>${print(500, 480, 0.85)}`
    }
    case 'shirt':
      return `<path d="M300 200 L420 150 Q500 ${between(190, 240)} 580 150 L700 200 L${between(820, 880)} 400 L740 450 L700 380 L700 860 L300 860 L300 380 L260 450 L${between(120, 180)} 400 Z" fill="url(#body)"/>
        ${print(500, between(360, 430), between(0.7, 1))}<path d="M330 840 L670 840" stroke="#0003" stroke-width="6"/>`
    case 'mug':
      return `<ellipse cx="660" cy="${between(480, 540)}" rx="${between(110, 150)}" ry="150" fill="none" stroke="url(#body)" stroke-width="50"/>
        <rect x="260" y="300" width="400" height="440" rx="40" fill="url(#body)"/><ellipse cx="460" cy="300" rx="200" ry="40" fill="#0002"/>${print(460, 440, 0.8)}`
    case 'box':
      return `<rect x="220" y="160" width="${between(480, 560)}" height="680" fill="url(#body)"/><polygon points="220,160 300,110 780,110 740,160" fill="${accent}"/>
        ${print(480, 300, 1.1)}<rect x="260" y="${between(650, 700)}" width="440" height="90" fill="#fff8"/>${text(480, 800, 30, `${word} ${brand}`, '#fff')}`
    case 'shoe':
      return `<path d="M150 640 Q${between(200, 280)} 420 420 ${between(360, 420)} L520 520 Q720 560 850 640 Q880 720 850 740 L160 740 Z" fill="url(#body)"/>
        <rect x="150" y="730" width="715" height="60" rx="24" fill="${isBack ? accent : '#f7f7f7'}"/>
        ${Array.from({ length: 5 }, (_, at) => `<path d="M${420 + 38 * at} ${430 + 26 * at} l50 -34" stroke="#fff" stroke-width="10"/>`).join('')}${isBack ? '' : text(300, 690, 46, word.slice(0, 5), '#fff')}`
    case 'watch':
      return `<rect x="430" y="80" width="140" height="840" fill="${accent}"/><circle cx="500" cy="500" r="${between(180, 230)}" fill="url(#body)"/><circle cx="500" cy="500" r="150" fill="#fafafa"/>
        ${isBack ? '' : Array.from({ length: 12 }, (_, at) => text(500 + 120 * Math.sin((at * Math.PI) / 6), 510 - 120 * Math.cos((at * Math.PI) / 6), 26, String(at || 12), '#222')).join('')}
        <path d="M500 500 L${between(420, 580)} ${between(390, 420)}" stroke="#222" stroke-width="9"/>${isBack ? '' : text(500, 580, 28, word, '#444')}`
    case 'bag':
      return `<path d="M360 400 Q500 ${between(80, 180)} 640 400" fill="none" stroke="${accent}" stroke-width="28"/><rect x="240" y="390" width="520" height="${between(360, 440)}" rx="50" fill="url(#body)"/>
        <rect x="240" y="470" width="520" height="20" fill="#0003"/>${print(500, 560, 0.6)}`
    case 'lamp':
      return `<polygon points="380,180 620,180 ${between(700, 780)},480 ${between(220, 300)},480" fill="url(#body)"/><rect x="485" y="480" width="30" height="330" fill="#555"/><ellipse cx="500" cy="830" rx="170" ry="36" fill="${accent}"/>
        ${isBack ? '' : `<g fill="#fff6">${Array.from({ length: 9 }, () => `<circle cx="${between(360, 640)}" cy="${between(220, 450)}" r="${between(8, 22)}"/>`).join('')}</g>${text(500, 840, 30, word, '#fff')}`}`
    case 'scene':
      return `<rect width="1000" height="1000" fill="${accent}" opacity="0.35"/><rect y="${between(620, 720)}" width="1000" height="400" fill="#8a6a4a"/><rect width="1000" height="1000" filter="url(#clouds)" opacity="0.5"/>
        ${Array.from({ length: 14 }, () => `<ellipse cx="${between(0, 1000)}" cy="${between(0, 1000)}" rx="${between(10, 120)}" ry="${between(10, 120)}" fill="${pick(palette)}" opacity="0.8"/>`).join('')}
        <rect x="380" y="330" width="${between(200, 280)}" height="470" rx="40" fill="url(#body)"/>${print(500, 450, 0.7)}`
  }
}

/** As a photographer delivers it: on white (a scene fills the frame), with light, grain and a soft shadow. PNG. */
export const drawProduct = (product: DrawnProduct, size = 1_600): Promise<Buffer> => {
  const random = createRandom(7_919 * (product.seed + 1) + productKinds.indexOf(product.kind))
  const between = (from: number, to: number): number => from + random() * (to - from)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const main = dye(palette[(product.seed + 3 * product.color) % palette.length] as string, product.tint ?? 0)
  const shapes = shapesOf(product, { between, pick })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 1000 1000"><defs>
    <linearGradient id="body" x1="0" x2="1" y1="0" y2="0.3"><stop offset="0" stop-color="${main}"/><stop offset="0.45" stop-color="${main}" stop-opacity="0.88"/><stop offset="1" stop-color="${main}"/></linearGradient>
    <filter id="clouds" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.012" numOctaves="5" seed="${product.seed}"/></filter>
    <filter id="cloth" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.08" numOctaves="3" seed="${product.seed + 5}" result="noise"/>
      <feComposite in="SourceGraphic" in2="noise" operator="arithmetic" k1="0.22" k2="0.9" k3="0" k4="0"/></filter>
    </defs><rect width="1000" height="1000" fill="#fff"/><ellipse cx="500" cy="890" rx="300" ry="22" fill="#0001"/><g filter="url(#cloth)">${shapes}</g></svg>`
  return sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).png().toBuffer()
}
