import { implementer } from '../../electron/core/implementer.ts'
import type { HandoverDifference, HandoverSide, OpenedHandover } from '../../shared/exchange/handover.ts'

const os = implementer.handover

const side = (text: string, more: Partial<HandoverSide> = {}): HandoverSide => ({
  ...{ text, review: null, by: null, at: null, state: null, place: null },
  ...more,
})

const differences: readonly HandoverDifference[] = [
  {
    kind: 'cell',
    key: 'a Write alt text for this picture.',
    about: 'SKU-1004 front.jpg',
    part: 'Write alt text for this picture.',
    mine: side('Red ceramic mug', { review: 'approved', by: 'Ann', at: 1 }),
    theirs: side('Dark red ceramic mug with a wide handle', { review: 'approved', by: 'Ben', at: 2 }),
  },
  {
    kind: 'cell',
    key: 'b Write alt text for this picture.',
    about: 'SKU-1005 front.jpg',
    part: 'Write alt text for this picture.',
    mine: side('Linen shirt', { review: 'draft' }),
    theirs: side('Blue linen shirt, folded, on a table of light wood beside a window, so that its text takes more than a line here', {
      review: 'rejected',
      by: 'Ben',
    }),
  },
  {
    kind: 'product',
    key: '3:name',
    about: 'Mug, red (SKU-1004)',
    part: 'name',
    mine: side('Mug, red'),
    theirs: side('Red mug, 0.3 l'),
  },
  {
    kind: 'set',
    key: 'Shop texts',
    about: 'Shop texts',
    part: '',
    mine: side('Alt text: Write alt text for this picture.'),
    theirs: side('Alt text: Write alt text for this picture.\nLabel: What does the label say?'),
  },
  {
    kind: 'match',
    key: 'c',
    about: 'SKU-1006 side.jpg',
    part: '',
    mine: side('Glass bowl (SKU-1006)', { state: 'matched', place: 2 }),
    theirs: side('', { state: 'not-a-product' }),
  },
]

const contains = { pictures: 214, products: 96, sets: 2, matches: 180, cells: 640 }

/** A file with differences of each kind, if one is open; it can be merged and closed. */
export const createFakeHandover = (isOpened: boolean, announce: () => void) => {
  const preview = {
    ...{
      madeBy: 'Ben',
      madeAt: Date.UTC(2026, 10, 20),
      workspace: 'https://catalog.example',
      isOfOtherWorkspace: true,
      contains,
      originals: 214,
    },
    ...{ brings: { pictures: 12, products: 3, sets: 1, matches: 20, cells: 85 }, differs: { cell: 2, product: 1, set: 1, match: 1 } },
    ...{ picturesMissing: 4, picturesRemoved: 1 },
  }
  let opened: OpenedHandover | null = isOpened
    ? { id: 'handover_1', name: 'Ben 2026-11-20.packshot-handover', state: { kind: 'ready', preview } }
    : null
  return {
    write: os.write.handler(() => ({
      ...contains,
      place: '/home/ann/Packshot.packshot-handover',
      originals: 0,
      originalsMissing: 0,
      leftOut: 0,
    })),
    progress: os.progress.handler(() => null),
    stop: os.stop.handler(() => {}),
    open: os.open.handler(({ input }) => {
      opened = { id: 'handover_1', name: input.path, state: { kind: 'ready', preview } }
      return { id: opened.id, preview }
    }),
    view: os.view.handler(() => opened),
    differences: os.differences.handler(({ input }) => {
      const found = differences.filter(({ kind }) => kind === input.kind)
      return { total: found.length, rows: found.slice(input.offset, input.offset + input.limit) }
    }),
    merge: os.merge.handler(({ input }) => {
      const result = {
        pictures: 12,
        products: 4,
        sets: 1,
        matches: 21,
        cells: 87,
        damaged: 0,
        refused: 0,
        kept: 0,
        left: 2,
        picturesMissing: 4,
        problem: null,
      }
      opened = { id: input.id, name: opened?.name ?? '', state: { kind: 'merged', result, wasInterrupted: false } }
      announce()
      return result
    }),
    close: os.close.handler(() => {
      opened = null
      announce()
    }),
  }
}
