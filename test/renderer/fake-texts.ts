import { implementer } from '../../electron/core/implementer.ts'
import type { PlannedText, TextSource } from '../../shared/products/product-texts.ts'

const os = implementer.texts

const rowOf = (product: string, source: TextSource, before: string | null, after: string, differing = 0): PlannedText => ({
  product,
  attribute: 'Alt text',
  now: { source, text: before, ageMs: before === null ? null : 3_600_000 },
  after,
  picture: 'front.jpg',
  differing,
  isSame: before === after,
  problem: null,
})

const rows: readonly PlannedText[] = [
  rowOf('Linen shirt', 'unknown', null, 'White linen shirt on a light ground'),
  rowOf('Wool hat', 'old', 'Hat', 'Gray wool hat, seen from the side'),
  rowOf('Red scarf', 'ledger', 'A scarf', 'Red scarf with fringes', 2),
  rowOf('Ceramic mug', 'new', '', 'White ceramic mug with a round handle'),
  rowOf('Oak bowl', 'ledger', 'Bowl of oak', 'Bowl of oak'),
]

/** Texts of five products, one of them there already. */
export const createFakeTexts = () => ({
  preview: os.preview.handler(({ input }) => ({
    total: rows.length,
    products: rows.length,
    same: 1,
    blocked: 0,
    empty: 2,
    onlyOthers: 1,
    differing: 1,
    bySource: { ledger: 1, old: 1, doubted: 0, read: 0, new: 1, unknown: 1 },
    rows: rows.slice(input.offset, input.offset + input.limit),
  })),
  attributes: os.attributes.handler(() => ['alt_text', 'Material']),
  send: os.send.handler(() => ({ queued: 4, same: 1, blocked: 0 })),
  restore: os.restore.handler(() => ({ queued: 4, cancelled: 0, left: { changed: 0, unknown: 0, 'not-sent': 0 } })),
})
