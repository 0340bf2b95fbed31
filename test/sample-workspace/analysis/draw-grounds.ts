import sharp from 'sharp'

export type GroundKind = 'white' | 'off-white' | 'grey gradient' | 'shadow' | 'transparent'
export type DrawnGround = { readonly name: string; readonly kind: GroundKind; readonly bytes: Buffer }

type Size = readonly [width: number, height: number]

const sizes: readonly Size[] = [
  [600, 600],
  [1200, 900],
  [900, 1400],
  [400, 300],
]
const things = ['#c01818', '#1f6f3a', '#1e3a8a', '#222222', '#e0a020', '#8b5a2b', '#7a7a7a', '#f0a0b0']

/** The object in the middle, in a box of 100 × 100. */
const drawThing = (index: number): string => {
  const fill = things[index % things.length]
  const shape = [
    `<rect x="30" y="20" width="40" height="60" rx="4" fill="${fill}"/>`,
    `<circle cx="50" cy="50" r="28" fill="${fill}"/>`,
    `<path d="M42 15h16v12l8 10v45h-32v-45l8-10z" fill="${fill}"/>`,
  ][index % 3]
  return `${shape}<text x="50" y="55" font-size="8" text-anchor="middle" fill="#fff">No ${index}</text>`
}

const compose = (index: number, [width, height]: Size, ground: string): Buffer => {
  const side = Math.min(width, height)
  const [x, y] = [(width - side) / 2, (height - side) / 2]
  const thing = `<svg x="${x}" y="${y}" width="${side}" height="${side}" viewBox="0 0 100 100">${drawThing(index)}</svg>`
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground}${thing}</svg>`)
}

const fill = (colour: string) => `<rect width="100%" height="100%" fill="${colour}"/>`
const gradient = (from: string, to: string, direction: string) =>
  `<defs><linearGradient id="g" ${direction}><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>${fill('url(#g)')}`
const vignette = (from: string, to: string) =>
  `<defs><radialGradient id="g" r="0.75"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></radialGradient></defs>${fill('url(#g)')}`
/** A shadow under the object. `cx` and `rx` are percentages of the picture; a long shadow runs over the edge. */
const shadow = (opacity: number, blur: number, cx: number, cy: number, rx: number) =>
  `<defs><filter id="b" x="-50%" y="-200%" width="200%" height="500%"><feGaussianBlur stdDeviation="${blur}"/></filter></defs>${fill('#ffffff')}` +
  `<ellipse cx="${cx}%" cy="${cy}%" rx="${rx}%" ry="5%" fill="#000" fill-opacity="${opacity}" filter="url(#b)"/>`

const down = 'x1="0" y1="0" x2="0" y2="1"'
const across = 'x1="0" y1="0" x2="1" y2="0"'
const slanting = 'x1="0" y1="0" x2="1" y2="1"'

const grounds: Readonly<Record<GroundKind, readonly string[]>> = {
  white: ['#ffffff', '#ffffff', '#ffffff', '#ffffff', '#fefefe', '#fdfdfd', '#fcfcfc', '#fbfbfb'].map(fill),
  'off-white': ['#f0f0f0', '#f4f2ec', '#f2eee6', '#eceef2', '#f3f3f3', '#ebe9e4', '#f1f1ee', '#e8e8e8'].map(fill),
  'grey gradient': [
    gradient('#ffffff', '#b0b0b0', down),
    gradient('#f0f0f0', '#9a9a9a', down),
    gradient('#e0e0e0', '#808080', across),
    gradient('#ffffff', '#c8c8c8', slanting),
    gradient('#d8d8d8', '#f8f8f8', down),
    gradient('#606060', '#e8e8e8', down),
    vignette('#ffffff', '#b8b8b8'),
    vignette('#f4f4f4', '#909090'),
  ],
  shadow: [
    shadow(0.5, 12, 50, 80, 22),
    shadow(0.4, 16, 50, 82, 25),
    shadow(0.6, 10, 55, 78, 20),
    shadow(0.35, 20, 50, 80, 28),
    shadow(0.5, 14, 66, 80, 30),
    shadow(0.45, 14, 40, 82, 24),
    shadow(0.5, 18, 82, 78, 30),
    shadow(0.3, 12, 50, 84, 30),
  ],
  transparent: Array.from({ length: 8 }, () => ''),
}

/** Forty pictures of objects on five kinds of backgrounds: four sizes, eight objects, PNG, JPEG and WebP. */
export const drawGrounds = (): Promise<DrawnGround[]> =>
  Promise.all(
    (Object.keys(grounds) as GroundKind[]).flatMap((kind) =>
      grounds[kind].map(async (ground, index) => {
        const picture = sharp(compose(index, sizes[index % sizes.length] ?? [600, 600], ground))
        const isLossy = kind !== 'transparent' && index % 2 === 1
        const encoded = isLossy ? picture.flatten().jpeg({ quality: 85 }) : index % 4 === 2 ? picture.webp({ quality: 90 }) : picture.png()
        return { name: `${kind} ${index + 1}`, kind, bytes: await encoded.toBuffer() }
      }),
    ),
  )
