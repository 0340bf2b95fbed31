import { drawLabel, fitText, ground, type Label, shadowOf } from './drawing.ts'

/** A stand-up bag with a crimped top and folds. */
export const drawBag = (label: Label, foil: string): string => {
  const body = `M318 250Q500 238 682 250L694 700Q700 800 674 ${ground}Q500 ${ground + 12} 326 ${ground}Q300 800 306 700Z`
  const crimp = Array.from(
    { length: 12 },
    (_, index) => `<rect x="${322 + index * 30.5}" y="206" width="14" height="46" fill="#fff" opacity=".1"/>`,
  )
  return `${shadowOf(316, 684)}<path d="${body}" fill="${foil}"/>
    <path d="M318 204H682V252H318Z" fill="${foil}"/><path d="M318 204H682V252H318Z" fill="#000" opacity=".16"/>${crimp.join('')}
    <path d="${body}" fill="url(#round)" opacity=".8"/><path d="${body}" fill="url(#down)"/>
    <path d="M352 270Q330 520 366 812" stroke="#fff" stroke-opacity=".22" stroke-width="16" fill="none" filter="url(#blur-8)"/>
    <path d="M650 280Q676 520 634 806" stroke="#000" stroke-opacity=".35" stroke-width="18" fill="none" filter="url(#blur-8)"/>
    <path d="M330 760Q500 800 670 756" stroke="#000" stroke-opacity=".25" stroke-width="12" fill="none" filter="url(#blur-8)"/>
    <circle cx="500" cy="312" r="15" fill="#000" opacity=".35"/><circle cx="500" cy="312" r="8" fill="#fff" opacity=".2"/>
    ${drawLabel(label, 356, 390, 288, 330)}`
}

/** A cardboard box seen from the front and a little from the right. */
export const drawBox = (label: Label, card: string, side: string): string => {
  const front = `M300 270L610 250L610 ${ground + 6}L300 ${ground - 14}Z`
  const flank = `M610 250L722 276L722 ${ground - 22}L610 ${ground + 6}Z`
  const lid = 'M300 270L420 246L722 276L610 250Z'
  return `${shadowOf(300, 722)}<path d="${front}" fill="${card}"/><path d="${flank}" fill="${side}"/><path d="${flank}" fill="url(#down)"/>
    <path d="${lid}" fill="${card}"/><path d="${lid}" fill="#fff" opacity=".25"/><path d="${front}" fill="url(#down)" opacity=".7"/>
    <path d="M610 250V${ground + 6}" stroke="#fff" stroke-opacity=".35" stroke-width="2.5"/>
    <g transform="matrix(1 -0.012 0 1 0 5)">
      ${drawLabel(label, 326, 330, 258, 300)}
      ${fitText('BEST BEFORE: SEE TOP', 455, 760, 190, { size: 15, color: label.ink, pen: 0.13 })}
    </g>`
}

/** A milk carton with a folded roof and a screw cap. */
export const drawCarton = (label: Label, card: string, cap: string): string => {
  const front = `M330 380H590V${ground + 4}H330Z`
  const side = `M590 380L690 360V${ground - 18}L590 ${ground + 4}Z`
  return `${shadowOf(330, 690)}
    <path d="M330 380L372 258H600L590 380Z" fill="${card}"/><path d="M330 380L372 258H600L590 380Z" fill="#fff" opacity=".18"/>
    <path d="M590 380L600 258L690 360Z" fill="${card}"/><path d="M590 380L600 258L690 360Z" fill="#000" opacity=".22"/>
    <rect x="368" y="206" width="236" height="56" rx="4" fill="${card}"/><rect x="368" y="206" width="236" height="56" rx="4" fill="url(#down)"/>
    <path d="${front}" fill="${card}"/><path d="${side}" fill="${card}"/><path d="${side}" fill="#000" opacity=".2"/>
    <path d="${front}" fill="url(#down)" opacity=".6"/>
    <g transform="translate(470 322) skewX(-18)"><ellipse rx="44" ry="32" cy="8" opacity=".25"/><ellipse rx="42" ry="30" fill="${cap}"/>
      <ellipse rx="42" ry="30" fill="url(#gloss)"/><ellipse rx="28" ry="20" fill="${cap}"/></g>
    ${drawLabel(label, 350, 430, 222, 320, 'none')}`
}

/** A chocolate bar in its sleeve, lying, seen from above; its foil shows at one end. */
export const drawBar = (label: Label, sleeve: string): string => `<g transform="rotate(-5 500 520)">
    <rect x="196" y="372" width="640" height="300" rx="8" opacity=".45" filter="url(#soft)"/>
    <path d="M820 366H848L856 384L848 402L856 420L848 438L856 456L848 474L856 492L848 510L856 528L848 546L856 564L848 582L856 600L848 618L856 636L848 660H820Z"
      fill="#d6c27a"/>
    <rect x="180" y="360" width="644" height="304" rx="6" fill="${sleeve}"/><rect x="180" y="360" width="644" height="304" rx="6" fill="url(#down)"/>
    <path d="M180 366H824" stroke="#fff" stroke-opacity=".35" stroke-width="4"/>
    ${drawLabel(label, 270, 396, 460, 232, 'none')}
  </g>`
