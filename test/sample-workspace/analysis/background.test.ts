import { describe, expect, it } from 'vitest'
import { answerQuestion } from '../../../electron/sample-workspace/analysis/answer.ts'
import { measurePicture } from '../../../electron/sample-workspace/analysis/measure.ts'
import { drawGrounds, type GroundKind } from './draw-grounds.ts'

const judged: Readonly<Record<GroundKind, RegExp>> = {
  white: /^The background is white: \d+% of the border is white\.$/,
  'off-white': /^The background is not white: .* it is mainly off-white\.$/,
  'grey gradient': /^The background is not white: .* it is a gray gradient\.$/,
  shadow: /^The background is white, with a soft shadow: /,
  transparent: /^The background is transparent: /,
}

describe('the background', () => {
  it('is judged correctly on forty pictures', async () => {
    const pictures = await drawGrounds()
    expect(pictures).toHaveLength(40)
    const wrong: string[] = []
    const right = new Map<GroundKind, number>()
    let took = 0
    for (const { name, kind, bytes } of pictures) {
      const begun = performance.now()
      const measured = await measurePicture(bytes)
      took += performance.now() - begun
      if (measured.kind === 'refused') throw new Error(measured.reason)
      const { text } = answerQuestion('Is the background white?', { picture: measured.picture, text: { kind: 'none' } })
      if (judged[kind].test(text)) right.set(kind, (right.get(kind) ?? 0) + 1)
      else wrong.push(`${name}: ${text} ${JSON.stringify(measured.picture.ground)}`)
    }
    const score = [...right].map(([kind, count]) => `${kind} ${count} of 8`).join(', ')
    console.log(`Judged right: ${40 - wrong.length} of 40 (${score}), ${Math.round(took / 40)} ms a picture.`)
    for (const line of wrong) console.log(`Wrong: ${line}`)
    expect(wrong).toEqual([])
  })
})
