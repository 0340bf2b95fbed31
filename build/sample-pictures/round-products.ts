import { drawLabel, ground, type Label, roundBody, shadowOf } from './drawing.ts'

/** Vertical highlights, as windows and lamps leave them on glass. */
const reflections = (left: number, right: number, top: number, bottom: number): string => {
  const width = right - left
  return `<rect x="${left + width * 0.12}" y="${top}" width="${width * 0.055}" height="${bottom - top}" rx="9" fill="url(#gloss)" filter="url(#blur-8)"/>
    <rect x="${right - width * 0.11}" y="${top + 20}" width="${width * 0.03}" height="${bottom - top - 40}" rx="6" fill="#fff" opacity=".22"/>`
}

/** A slim glass bottle with a metal or plastic cap. */
export const drawBottle = (label: Label, glass: string, cap: string): string => {
  const body = `M385 ${ground - 14}V400C385 330 452 322 456 250V196H544V250C548 322 615 330 615 400V${ground - 14}Q615 ${ground} 600 ${ground}H400Q385 ${ground} 385 ${ground - 14}Z`
  return `${shadowOf(385, 615)}${roundBody(body, glass)}${reflections(392, 608, 400, 820)}
    <rect x="450" y="120" width="100" height="92" rx="7" fill="${cap}"/><rect x="450" y="120" width="100" height="92" rx="7" fill="url(#round)"/>
    <rect x="450" y="196" width="100" height="3" fill="#000" opacity=".35"/>
    ${drawLabel(label, 387, 450, 226, 300)}`
}

/** A wide jar with a screw lid; `content` shows above and below the label. */
export const drawJar = (label: Label, content: string, lid: string): string => {
  const glass = `M310 420Q310 372 350 362H650Q690 372 690 420V${ground - 34}Q690 ${ground} 650 ${ground}H350Q310 ${ground} 310 ${ground - 34}Z`
  const inside = `M322 432Q324 400 356 396H644Q676 400 678 432V${ground - 40}Q676 ${ground - 14} 646 ${ground - 14}H354Q324 ${ground - 14} 322 ${ground - 40}Z`
  const ribs = Array.from(
    { length: 34 },
    (_, index) => `<rect x="${334 + index * 10}" y="268" width="3" height="88" fill="#000" opacity=".1"/>`,
  )
  return `${shadowOf(310, 690)}<path d="${glass}" fill="#dfe7e6" opacity=".9"/>${roundBody(inside, content)}
    <path d="${glass}" fill="url(#round)" opacity=".45"/>${reflections(316, 684, 400, 810)}
    <rect x="326" y="262" width="348" height="102" rx="12" fill="${lid}"/>${ribs.join('')}
    <rect x="326" y="262" width="348" height="102" rx="12" fill="url(#round)"/><rect x="326" y="262" width="348" height="14" rx="7" fill="#fff" opacity=".3"/>
    ${drawLabel(label, 312, 470, 376, 270)}`
}

/** A tin or can: a cylinder printed all around, seen a little from above. */
export const drawTin = (label: Label, color: string, isCan: boolean): string => {
  const [left, right, top] = isCan ? [370, 630, 250] : [320, 680, 330]
  const rx = (right - left) / 2
  const body = `M${left} ${top}V${ground - 16}A${rx} 20 0 0 0 ${right} ${ground - 16}V${top}Z`
  const neck = isCan
    ? `M${left} ${top}Q${left + 4} ${top - 28} ${left + 26} ${top - 40}H${right - 26}Q${right - 4} ${top - 28} ${right} ${top}Z`
    : ''
  const lidTop = isCan ? top - 40 : top
  const lidRadius = isCan ? rx - 26 : rx
  const lid = isCan
    ? `<ellipse cx="500" cy="${lidTop}" rx="${lidRadius}" ry="13" fill="url(#metal)"/><ellipse cx="500" cy="${lidTop + 1}" rx="${lidRadius - 12}" ry="9" fill="#8d9196"/>
       <ellipse cx="508" cy="${lidTop}" rx="26" ry="5" fill="#d9dcdf"/>`
    : `<path d="M${left - 5} ${top - 6}V${top + 62}A${rx + 5} 22 0 0 0 ${right + 5} ${top + 62}V${top - 6}Z" fill="url(#metal)"/>
       <ellipse cx="500" cy="${top - 6}" rx="${rx + 5}" ry="24" fill="#d4d7da"/><ellipse cx="500" cy="${top - 5}" rx="${rx - 14}" ry="17" fill="#bfc3c7"/>`
  const labelTop = isCan ? top + 60 : top + 130
  return `${shadowOf(left, right)}${roundBody(body, color)}${neck ? roundBody(neck, '#b9bdc2') : ''}${lid}
    ${drawLabel(label, left + 2, labelTop, right - left - 4, isCan ? 360 : 290)}`
}

/** A plastic bottle with a pump. */
export const drawPump = (label: Label, plastic: string, pump: string): string => {
  const body = `M360 ${ground - 30}V430Q360 372 430 356H570Q640 372 640 430V${ground - 30}Q640 ${ground} 610 ${ground}H390Q360 ${ground} 360 ${ground - 30}Z`
  return `${shadowOf(360, 640)}${roundBody(body, plastic)}${reflections(366, 634, 430, 810)}
    <rect x="446" y="304" width="108" height="56" rx="8" fill="${pump}"/><rect x="446" y="304" width="108" height="56" rx="8" fill="url(#round)"/>
    <rect x="486" y="222" width="28" height="84" fill="${pump}"/><rect x="486" y="222" width="28" height="84" fill="url(#round)"/>
    <path d="M470 176H560Q566 176 566 182V224H470Q380 226 352 250Q340 244 346 232Q386 182 470 176Z" fill="${pump}"/>
    <path d="M470 176H560Q566 176 566 182V224H470Q380 226 352 250Q340 244 346 232Q386 182 470 176Z" fill="url(#down)"/>
    ${drawLabel(label, 362, 470, 276, 280)}`
}
