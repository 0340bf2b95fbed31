import { afterAll, beforeAll, expect, test } from 'vitest'
import { productKinds } from '../support/draw-products.ts'
import { type LikenessJudge, openLikenessJudge, tabulate } from '../support/judge-likeness.ts'

/** Of each kind. PACKSHOT_KINDS: names of kinds, with commas between them (all). */
const products = 6
const wanted = process.env.PACKSHOT_KINDS?.split(',')
const kinds = productKinds.filter((kind) => wanted === undefined || wanted.includes(kind))

let judge: LikenessJudge
beforeAll(async () => {
  judge = await openLikenessJudge()
})
afterAll(() => judge.close())

test('pictures are recognized in other sizes, formats and crops, and no two products are taken for one', {
  timeout: 7_200_000,
}, async () => {
  const judged: Awaited<ReturnType<LikenessJudge['judge']>> = []
  for (const kind of kinds)
    for (let seed = 20; seed < 20 + products; seed++) judged.push(...(await judge.judge({ kind, seed, color: 0, label: 0 })))
  const same = judged.filter(({ isWanted }) => isWanted)
  const others = judged.filter(({ isWanted }) => !isWanted)
  const found = same.filter(({ isFound }) => isFound).length
  const wrong = others.filter(({ isFound }) => isFound).length
  process.stdout.write(
    `\n${[
      ...tabulate(same),
      '',
      ...tabulate(others),
      '',
      `recall ${((100 * found) / same.length).toFixed(1)} % of ${same.length}, precision ${((100 * found) / (found + wrong)).toFixed(1)} % (${wrong} of ${others.length} other pictures called the same)`,
    ].join('\n')}\n`,
  )
  expect(wrong).toBe(0)
  expect(found / same.length).toBeGreaterThan(0.95)
})
