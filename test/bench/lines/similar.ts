import { createLikenessIndex } from '../../../electron/core/pictures/similar/likeness-index.ts'
import { joinPairs } from '../../../electron/core/pictures/similar/lists/similar-groups.ts'
import { writeLikeness } from '../../../shared/pictures/likeness.ts'
import { createRandom } from '../../support/draw-pack.ts'
import { inAnotherCrop, makeLikenesses } from '../../support/make-likenesses.ts'
import type { BenchLine, BenchResult } from '../bench-line.ts'
import { seconds } from '../bench-line.ts'

/** One picture in ten is a crop of an earlier one. */
const everyCrop = 10
const goalMs = 60_000
const incrementalMs = 50

/** Likenesses → who may show the same as whom, and groups. Thumbnails are not looked at, which takes longer and goes on beside other work. */
export const similar: BenchLine = {
  name: 'similar',
  run: async ({ isSmall, say }): Promise<readonly BenchResult[]> => {
    const count = isSmall ? 2_000 : 100_000
    say(`making ${count} likenesses`)
    const random = createRandom(20)
    const all = makeLikenesses(count, 21)
    for (let at = everyCrop; at < count; at += everyCrop) {
      const earlier = all[Math.floor(random() * at)]
      if (earlier) all[at] = inAnotherCrop(earlier, 1.25, random)
    }
    const bytes = all.map((likeness) => writeLikeness(likeness))
    say('finding')
    const index = createLikenessIndex()
    const pairs: [string, string][] = []
    const begun = performance.now()
    for (const [at, likeness] of bytes.entries()) {
      for (const { key } of index.find(likeness, 24)) pairs.push([String(at), key])
      index.add(String(at), likeness)
    }
    const groups = joinPairs(pairs, [])
    const ms = performance.now() - begun
    const later = makeLikenesses(200, 22).map((likeness) => writeLikeness(likeness))
    const slowest = later.reduce((most, likeness) => {
      const from = performance.now()
      index.find(likeness, 24)
      index.add('later', likeness)
      return Math.max(most, performance.now() - from)
    }, 0)
    const crops = Math.floor((count - 1) / everyCrop)
    return [
      {
        kind: 'measured',
        what: `Index and groups of ${count.toLocaleString('en')} pictures, once`,
        ours: seconds(ms),
        reference: '',
        ratio: '',
        goal: `≤ ${seconds(goalMs)}`,
        met: ms <= goalMs,
        notes: [`${pairs.length} pairs to compare in ${groups.length} groups; ${crops} crops were there`],
      },
      {
        kind: 'measured',
        what: '… one picture more, the slowest of 200',
        ours: seconds(slowest),
        reference: '',
        ratio: '',
        goal: `≤ ${incrementalMs} ms`,
        met: slowest <= incrementalMs,
        notes: [],
      },
    ]
  },
}
