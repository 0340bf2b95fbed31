import {
  between,
  type Color,
  createRandom,
  type DrawnPicture,
  drawPlan,
  inkOn,
  type Plan,
  patterns,
  pick,
  planOne,
  type Random,
} from './draw-judged.ts'
import type { Print } from './draw-print.ts'

/** Where words are, or why a picture without any is hard. */
const kinds = [
  'no words',
  'on the thing',
  'patterned',
  'over the picture',
  'no words',
  'small',
  'patterned',
  'rotated',
  'no words',
  'low contrast',
  'blurred',
  'upright',
] as const
export type PrintedKind = (typeof kinds)[number]

const large: readonly (readonly string[])[] = [
  ['SALE'],
  ['NEW', 'SEASON'],
  ['ORGANIC', 'COFFEE'],
  ['Green Tea', 'Darjeeling'],
  ['Limited', 'Edition'],
  ['hand made', 'in Portugal'],
  ['WATERPROOF'],
  ['FREE', 'SHIPPING'],
  ['Bestseller'],
  ['20 % OFF'],
  ['sample copy'],
  ['Olive Oil', 'extra virgin'],
]
const small: readonly (readonly string[])[] = [
  ['Ingredients: water, sugar, lemon juice,', 'natural flavour, vitamin C.', 'Best before: see lid.'],
  ['100 % cotton', 'Machine wash at 30 degrees', 'Do not bleach'],
  ['Made in Belgium', 'Net weight 250 g'],
  ['Keep out of reach of children.', 'For external use only.'],
  ['Model no. 4711', 'Input 230 V, 50 Hz', 'Designed in Finland'],
  ['www.example.com'],
]
const fonts = ['DejaVu Sans', 'DejaVu Serif', 'DejaVu Sans Mono', 'DejaVu Sans Condensed']
const badges: readonly Color[] = [
  [200, 20, 30],
  [20, 90, 60],
  [250, 210, 40],
  [30, 30, 30],
]

const widthOf = (lines: readonly string[], size: number): number => Math.max(...lines.map(({ length }) => length)) * size * 0.62

/** The largest size, up to the one wanted, at which it is on the thing; things narrow towards their ends. */
const fitOnThing = ({ box }: Plan, lines: readonly string[], wanted: number): number =>
  Math.min(wanted, (box.width * 0.56) / widthOf(lines, 1), (box.height * 0.45) / (lines.length * 1.2))

const darker = (color: Color, by: number): Color => {
  const isLight = color[0] + color[1] + color[2] > 300
  return color.map((value) => Math.round(Math.max(0, Math.min(255, isLight ? value - by : value + by)))) as unknown as Color
}

/** Words for a picture. Small ones are 14 pixels and more, faint ones differ from what is below by 45 to 80. */
const printFor = (kind: PrintedKind, plan: Plan, random: Random): Print => {
  const { box, width, height, thing } = plan
  const lines = pick(random, kind === 'small' ? small : large)
  const wanted = kind === 'small' ? between(random, 14, 22) : Math.max(width, height) * between(random, 0.03, 0.09)
  const [x, y] = [box.left + box.width / 2, box.top + box.height * 0.6]
  const common = { lines, font: pick(random, fonts), x, y, angle: 0, ink: inkOn(thing), isOver: false, badge: null, opacity: 1 }
  switch (kind) {
    case 'over the picture': {
      const size = Math.min(wanted, (width * 0.8) / widthOf(lines, 1))
      const reach = { x: widthOf(lines, size) / 2 + size, y: lines.length * size * 0.6 + size * 0.6 }
      const place = { x: pick(random, [reach.x, width - reach.x]), y: pick(random, [reach.y, height - reach.y]) }
      const badge = random() < 0.6 ? pick(random, badges) : null
      const below = badge ?? plan.color ?? [240, 240, 240]
      return { ...common, ...place, size, badge, isOver: true, ink: below[0] + below[1] + below[2] > 330 ? [30, 30, 30] : [250, 250, 250] }
    }
    case 'rotated':
      return { ...common, size: fitOnThing(plan, lines, wanted), angle: pick(random, [-1, 1]) * between(random, 5, 30) }
    case 'upright': {
      const turned = { ...plan, box: { ...box, width: box.height, height: box.width } }
      return { ...common, size: fitOnThing(turned, lines, wanted), angle: pick(random, [-90, 90]) }
    }
    case 'low contrast':
      return { ...common, size: fitOnThing(plan, lines, wanted), ink: darker(thing, between(random, 45, 80)) }
    default:
      return { ...common, size: fitOnThing(plan, lines, wanted) }
  }
}

const withoutWords: readonly PrintedKind[] = ['no words', 'patterned', 'blurred']

export type PrintedPicture = DrawnPicture & { readonly kind: PrintedKind }

/** So many pictures with and without words, the same for the same seed. */
export const drawPrinted = async function* (count: number, seed: number): AsyncGenerator<PrintedPicture> {
  const random = createRandom(seed)
  for (let index = 0; index < count; index++) {
    const kind = kinds[index % kinds.length] ?? 'no words'
    const planned = planOne(Math.floor(random() * 8), random)
    // A thing that is too small for letters of 14 pixels is left out.
    const plan: Plan = {
      ...planned,
      isBlurred: kind === 'blurred',
      pattern: kind === 'patterned' ? 3 + Math.floor(random() * (patterns.length - 3)) : planned.pattern,
    }
    const print = withoutWords.includes(kind) ? null : printFor(kind, plan, random)
    const isLegible = print === null || print.size >= 14
    const printed: Plan = isLegible ? { ...plan, print, words: print?.lines ?? [] } : { ...plan, print: null, words: [] }
    yield {
      name: `${index} ${isLegible ? kind : 'no words'}`,
      kind: isLegible ? kind : 'no words',
      truth: printed,
      bytes: await drawPlan(printed),
      format: plan.quality === null ? 'png' : 'jpeg',
    }
  }
}
