/**
 * An alphabet of our own for the labels, because a machine may have no fonts at all. Each letter is the line a pen would follow, as an
 * SVG path: capitals reach from y = 0 down to the baseline at 100, small letters start at 32, descenders end at 130.
 */
type Letter = { readonly width: number; readonly path: string }

const oval = (left: number, top: number, width: number, height: number): string => {
  const [rx, ry] = [width / 2, height / 2]
  return `M${left} ${top + ry}A${rx} ${ry} 0 1 1 ${left + width} ${top + ry}A${rx} ${ry} 0 1 1 ${left} ${top + ry}Z`
}
const dot = (x: number, y: number): string => `M${x} ${y}h.1`
const bowl = oval(0, 32, 54, 68)
const arch = 'M0 60C0 42 12 32 26 32C42 32 50 42 50 58V100'

const capitals = {
  A: [72, 'M0 100L36 0L72 100M13 66H59'],
  B: [60, 'M0 0V100M0 0H32A24 24 0 0 1 32 48H0M32 48A26 26 0 0 1 32 100H0'],
  C: [70, 'M68 15A40 50 0 1 0 68 85'],
  D: [70, 'M0 0V100H24A46 50 0 0 0 24 0Z'],
  E: [54, 'M54 0H0V100H54M0 49H48'],
  F: [52, 'M52 0H0V100M0 49H46'],
  G: [78, 'M68 15A40 50 0 1 0 78 66V54H46'],
  H: [66, 'M0 0V100M66 0V100M0 49H66'],
  I: [0, 'M0 0V100'],
  J: [44, 'M44 0V72A22 28 0 0 1 0 72'],
  K: [64, 'M0 0V100M60 0L0 62M22 42L64 100'],
  L: [50, 'M0 0V100H50'],
  M: [84, 'M0 100V0L42 66L84 0V100'],
  N: [68, 'M0 100V0L68 100V0'],
  O: [82, oval(0, 0, 82, 100)],
  P: [58, 'M0 100V0H31A27 27 0 0 1 31 54H0'],
  Q: [84, `${oval(0, 0, 82, 100)}M54 74L84 106`],
  R: [62, 'M0 100V0H31A27 27 0 0 1 31 54H0M32 54L62 100'],
  S: [60, 'M56 16C50 5 41 0 30 0C13 0 3 11 3 25C3 39 12 45 30 50C49 55 60 62 60 76C60 91 47 100 30 100C16 100 5 93 0 82'],
  T: [66, 'M0 0H66M33 0V100'],
  U: [66, 'M0 0V66A33 34 0 0 0 66 66V0'],
  V: [70, 'M0 0L35 100L70 0'],
  W: [102, 'M0 0L26 100L51 12L76 100L102 0'],
  X: [64, 'M0 0L64 100M64 0L0 100'],
  Y: [68, 'M0 0L34 50L68 0M34 50V100'],
  Z: [62, 'M0 0H62L0 100H62'],
} as const

const smallLetters = {
  a: [47, 'M4 44C8 36 16 32 25 32C39 32 47 40 47 54V100M47 62C40 60 30 60 22 61C8 63 0 70 0 81C0 93 9 100 21 100C33 100 47 92 47 76'],
  b: [54, `M0 0V100${bowl}`],
  c: [46, 'M46 42A27 34 0 1 0 46 90'],
  d: [54, `M54 0V100${bowl}`],
  e: [54, 'M1 64H54A27 34 0 1 0 46 90'],
  f: [34, 'M34 2C20 -3 12 4 12 20V100M0 34H30'],
  g: [54, `${bowl}M54 32V104C54 122 44 130 28 130C16 130 8 126 3 119`],
  h: [50, `M0 0V100${arch}`],
  i: [0, `M0 32V100${dot(0, 5)}`],
  j: [14, `M14 32V110C14 124 8 130 -2 129${dot(14, 5)}`],
  k: [48, 'M0 0V100M44 32L0 76M18 58L48 100'],
  l: [13, 'M0 0V86C0 96 5 100 13 100'],
  m: [82, 'M0 32V100M0 58C0 42 9 32 21 32C34 32 41 40 41 56V100M41 58C41 42 50 32 62 32C75 32 82 40 82 56V100'],
  n: [50, `M0 32V100${arch}`],
  o: [54, bowl],
  p: [54, `M0 32V130${bowl}`],
  q: [54, `M54 32V130${bowl}`],
  r: [31, 'M0 32V100M0 64C0 44 12 32 31 34'],
  s: [44, 'M42 45C37 36 30 32 22 32C10 32 3 39 3 48C3 58 10 61 22 65C36 69 44 73 44 83C44 94 35 100 22 100C12 100 4 96 0 88'],
  t: [34, 'M13 10V80C13 94 19 101 34 98M0 32H31'],
  u: [50, 'M50 32V100M0 32V74C0 90 9 100 24 100C38 100 50 90 50 72'],
  v: [50, 'M0 32L25 100L50 32'],
  w: [78, 'M0 32L20 100L39 40L58 100L78 32'],
  x: [48, 'M0 32L48 100M48 32L0 100'],
  y: [52, 'M0 32L27 98M52 32L27 98L20 116C16 127 10 131 0 129'],
  z: [46, 'M0 32H46L0 100H46'],
} as const

const figures = {
  '0': [60, oval(0, 0, 60, 100)],
  '1': [28, 'M0 20L28 0V100'],
  '2': [58, 'M3 26C3 10 14 0 30 0C46 0 56 10 56 26C56 42 44 54 0 100H58'],
  '3': [58, 'M3 10C10 3 18 0 28 0C44 0 54 10 54 24C54 40 42 48 24 48C46 48 58 57 58 73C58 90 45 100 27 100C15 100 6 96 0 88'],
  '4': [64, 'M46 100V0L0 70H64'],
  '5': [58, 'M52 0H8L4 46C11 40 19 37 29 37C47 37 58 50 58 68C58 87 46 100 27 100C15 100 6 95 0 87'],
  '6': [60, `M48 0C18 12 0 38 0 67${oval(0, 34, 60, 66)}`],
  '7': [56, 'M0 0H56L18 100'],
  '8': [60, oval(5, 0, 50, 47) + oval(0, 47, 60, 53)],
  '9': [60, `M12 100C42 88 60 62 60 33${oval(0, 0, 60, 66)}`],
  '.': [0, dot(0, 100)],
  ',': [4, 'M4 98L-2 116'],
  ':': [0, dot(0, 46) + dot(0, 100)],
  '!': [0, `M0 0V70${dot(0, 100)}`],
  '-': [28, 'M0 64H28'],
  '–': [56, 'M0 64H56'],
  '+': [52, 'M0 56H52M26 30V82'],
  '/': [44, 'M44 -6L0 110'],
  '%': [86, `M70 0L16 100${oval(0, 0, 34, 44)}${oval(52, 56, 34, 44)}`],
  '&': [70, 'M70 100L17 28C6 12 14 0 30 0C46 0 51 14 42 26C33 38 0 46 0 74C0 90 11 100 27 100C47 100 62 82 64 58'],
  '°': [28, oval(0, 0, 28, 28)],
  Ä: [72, `M0 100L36 0L72 100M13 66H59${dot(20, -26)}${dot(52, -26)}`],
  Ö: [82, `${oval(0, 0, 82, 100)}${dot(26, -26)}${dot(56, -26)}`],
  Ü: [66, `M0 0V66A33 34 0 0 0 66 66V0${dot(17, -26)}${dot(49, -26)}`],
  É: [54, 'M54 0H0V100H54M0 49H48M22 -18L38 -34'],
  ä: [
    47,
    `M4 44C8 36 16 32 25 32C39 32 47 40 47 54V100M47 62C40 60 30 60 22 61C8 63 0 70 0 81C0 93 9 100 21 100C33 100 47 92 47 76${dot(9, 5)}${dot(39, 5)}`,
  ],
  ö: [54, `${bowl}${dot(13, 5)}${dot(41, 5)}`],
  ü: [50, `M50 32V100M0 32V74C0 90 9 100 24 100C38 100 50 90 50 72${dot(10, 5)}${dot(40, 5)}`],
  é: [54, 'M1 64H54A27 34 0 1 0 46 90M22 12L38 -4'],
} as const

const alphabet: ReadonlyMap<string, Letter> = new Map(
  Object.entries({ ...capitals, ...smallLetters, ...figures }).map(([letter, [width, path]]) => [letter, { width, path }]),
)

const spaceWidth = 46

export type TextStyle = {
  /** Height of a capital, in units of the drawing. */
  readonly size: number
  readonly color: string
  /** Thickness of the pen as a share of the height: 0.1 light, 0.14 regular, 0.19 bold. */
  readonly pen?: number
  /** Between letters, as a share of the height. */
  readonly spacing?: number
}

/**
 * One line of text as an SVG group, centred on `x`, its baseline at `y`. Throws on a letter that the alphabet lacks: labels are ours.
 */
export const drawText = (text: string, x: number, y: number, { size, color, pen = 0.14, spacing = 0.3 }: TextStyle): string => {
  const gap = spacing * 100
  const placed: string[] = []
  let right = 0
  for (const letter of text) {
    if (letter === ' ') {
      right += spaceWidth
      continue
    }
    const found = alphabet.get(letter)
    if (!found) throw new Error(`The label alphabet has no “${letter}”.`)
    placed.push(`<path transform="translate(${right} 0)" d="${found.path}"/>`)
    right += found.width + gap
  }
  const scale = size / 100
  const left = x - ((right - gap) * scale) / 2
  const stroke = `fill="none" stroke="${color}" stroke-width="${pen * 100}" stroke-linecap="round" stroke-linejoin="round"`
  return `<g transform="translate(${left} ${y - size}) scale(${scale})" ${stroke}>${placed.join('')}</g>`
}

/** The width a line takes, in units of the drawing. */
export const textWidth = (text: string, { size, spacing = 0.3 }: Pick<TextStyle, 'size' | 'spacing'>): number => {
  const gap = spacing * 100
  const widths = [...text].map((letter) => (letter === ' ' ? spaceWidth : (alphabet.get(letter)?.width ?? 0) + gap))
  return ((widths.reduce((sum, width) => sum + width, 0) - gap) * size) / 100
}
