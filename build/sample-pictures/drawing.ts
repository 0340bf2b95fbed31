import { drawText, type TextStyle, textWidth } from './letters.ts'

/** Drawings are SVG text in a square of 1000 × 1000 units; objects stand on the line y = 840. */
export const ground = 840

export type Label = {
  /** Largest first line, e.g. the kind of product. */
  readonly title: string
  readonly lines: readonly string[]
  readonly brand: string
  readonly paper: string
  readonly ink: string
  readonly accent: string
}

/** A line of text as large as `style.size`, smaller where it would be wider than `width`. */
export const fitText = (text: string, x: number, y: number, width: number, style: TextStyle): string => {
  const wanted = textWidth(text, style)
  return drawText(text, x, y, wanted <= width ? style : { ...style, size: (style.size * width) / wanted })
}

/** Gradients and blurs that all drawings share. `round` and its kin lie over a colour and make a cylinder of it. */
export const sharedDefinitions = `
  <linearGradient id="round"><stop offset="0" stop-color="#000" stop-opacity=".5"/><stop offset=".09" stop-color="#000" stop-opacity=".18"/>
    <stop offset=".22" stop-color="#fff" stop-opacity=".34"/><stop offset=".33" stop-color="#fff" stop-opacity=".1"/>
    <stop offset=".62" stop-color="#000" stop-opacity=".03"/><stop offset=".88" stop-color="#000" stop-opacity=".3"/>
    <stop offset=".96" stop-color="#000" stop-opacity=".42"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></linearGradient>
  <linearGradient id="paper-round"><stop offset="0" stop-color="#000" stop-opacity=".24"/><stop offset=".1" stop-color="#000" stop-opacity=".05"/>
    <stop offset=".3" stop-color="#fff" stop-opacity=".2"/><stop offset=".78" stop-color="#000" stop-opacity="0"/>
    <stop offset="1" stop-color="#000" stop-opacity=".28"/></linearGradient>
  <linearGradient id="metal"><stop offset="0" stop-color="#6d6f73"/><stop offset=".12" stop-color="#c9ccd0"/><stop offset=".25" stop-color="#fbfcfd"/>
    <stop offset=".42" stop-color="#aeb2b7"/><stop offset=".7" stop-color="#dfe2e5"/><stop offset=".9" stop-color="#8b8f94"/>
    <stop offset="1" stop-color="#5e6165"/></linearGradient>
  <linearGradient id="gloss" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".5"/><stop offset="1" stop-color="#fff" stop-opacity=".03"/></linearGradient>
  <linearGradient id="down" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".16"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/>
    <stop offset="1" stop-color="#000" stop-opacity=".28"/></linearGradient>
  <filter id="soft" x="-60%" y="-200%" width="220%" height="500%"><feGaussianBlur stdDeviation="26 9"/></filter>
  <filter id="contact" x="-30%" y="-200%" width="160%" height="500%"><feGaussianBlur stdDeviation="7 3.5"/></filter>
  <filter id="blur-8"><feGaussianBlur stdDeviation="8"/></filter>`

/** The soft shadow that light from the upper left throws, and the dark line where the thing stands. */
export const shadowOf = (left: number, right: number, strength = 1): string => {
  const [middle, half] = [(left + right) / 2, (right - left) / 2]
  return `<ellipse cx="${middle + 60}" cy="${ground + 2}" rx="${half * 1.25}" ry="26" opacity="${0.32 * strength}" filter="url(#soft)"/>
    <ellipse cx="${middle}" cy="${ground - 2}" rx="${half * 0.99}" ry="9" opacity="${0.6 * strength}" filter="url(#contact)"/>`
}

/** A shape in a colour, rounded by light. */
export const roundBody = (path: string, color: string): string =>
  `<path d="${path}" fill="${color}"/><path d="${path}" fill="url(#round)"/><path d="${path}" fill="url(#down)"/>`

/** A paper label around something round: brand, title, a rule and the lines below it. */
export const drawLabel = (
  label: Label,
  left: number,
  top: number,
  width: number,
  height: number,
  shade: 'paper-round' | 'none' = 'paper-round',
): string => {
  const middle = left + width / 2
  const inner = width * 0.72
  const { paper, ink, accent } = label
  const step = Math.min(height * 0.125, 40)
  const lines = label.lines.map((line, index) =>
    fitText(line, middle, top + height * 0.61 + index * step, inner, { size: step * 0.58, color: ink, pen: 0.13 }),
  )
  return `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="3" fill="${paper}"/>
    <rect x="${left}" y="${top + height * 0.035}" width="${width}" height="${height * 0.03}" fill="${accent}"/>
    <rect x="${left}" y="${top + height * 0.935}" width="${width}" height="${height * 0.03}" fill="${accent}"/>
    ${fitText(label.brand, middle, top + height * 0.18, inner * 0.8, { size: height * 0.075, color: accent, pen: 0.15, spacing: 0.5 })}
    ${fitText(label.title, middle, top + height * 0.43, inner, { size: height * 0.155, color: ink, pen: 0.18 })}
    <rect x="${middle - width * 0.12}" y="${top + height * 0.485}" width="${width * 0.24}" height="${Math.max(2, height * 0.009)}" fill="${accent}"/>
    ${lines.join('')}
    <rect x="${left}" y="${top}" width="${width}" height="${height}" rx="3" fill="${shade === 'none' ? 'none' : `url(#${shade})`}"/>`
}
