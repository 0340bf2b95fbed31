import { implementer } from '../../electron/core/implementer.ts'
import type { ComparedTable, Difference } from '../../shared/exchange/exports.ts'

const os = implementer.exports

const facts = (row: number, name: string, text: string, now: string) => ({
  row,
  imageId: `img_${String(row).padStart(24, '0')}`,
  name,
  question: 'Write alt text for this picture.',
  column: 'Alt text',
  text,
  now,
  review: 'draft' as const,
  seen: '0123456789ab',
})

const differences: readonly Difference[] = [
  { kind: 'changed', ...facts(2, 'SKU-1004 front.jpg', 'Dark red ceramic mug with a wide handle', 'Red ceramic mug') },
  { kind: 'changed', ...facts(5, 'SKU-1005 front.jpg', 'Blue linen shirt, folded', '') },
  {
    kind: 'conflict',
    why: 'changed-here',
    ...facts(9, 'SKU-1006 side.jpg', 'Glass bowl, seen from the side', 'A clear glass bowl from the side'),
  },
  { kind: 'conflict', why: 'approved-here', ...facts(12, 'SKU-1007 top.jpg', 'Oak tray from above', 'Oak serving tray, top view') },
  { kind: 'rewritten', how: 'date', ...facts(14, 'SKU-1008.jpg', '01.02.2026', '1-2') },
]

const compared: ComparedTable = {
  id: 'table_1',
  name: 'alt texts edited.xlsx',
  rows: 214,
  unchanged: 640,
  counts: { changed: 2, conflict: 2, rewritten: 1 },
  approved: 1,
  unknown: [
    { row: 20, why: 'not-in-library' },
    { row: 33, why: 'repeated', of: 5 },
  ],
  unknownRows: 2,
  columns: [
    { header: 'Picture', question: null },
    { header: 'Alt text', question: 'Write alt text for this picture.' },
    { header: 'Renamed', question: null },
  ],
  missing: [{ question: 'What does the label say?', column: 'Label' }],
  forgotten: ['Mood'],
  repeated: [],
}

/** A table that came back with a difference of each kind; exports go nowhere. */
export const createFakeOut = () => ({
  preview: os.preview.handler(({ input }) => ({
    total: 214,
    counts: { cells: 428, approved: 380, failing: 3, empty: 12 },
    result: { rows: 190, withoutKey: 4 },
    headers: input.layout.columns.map(({ header }) => header),
    rows: Array.from({ length: 3 }, (_, row) =>
      input.layout.columns.map(({ header }) => `${header} of row ${row + 1}, long enough to be cut off`),
    ),
  })),
  choose: os.choose.handler(({ input }) => ({ target: 'target', place: `/home/ann/${input.name}` })),
  write: os.write.handler(() => ({
    place: '/home/ann/texts.xlsx',
    rows: 214,
    rowsLeftOut: 0,
    withoutKey: 0,
    cells: 380,
    leftOut: 36,
    tooLong: 0,
    defused: 0,
    aboutEarlier: 0,
  })),
  pictures: os.pictures.handler(() => ({
    folder: '/home/ann/copies',
    written: 180,
    same: 12,
    without: 20,
    existing: 2,
    failed: 0,
    existingNames: ['SKU-1004/front.jpg', 'SKU-1005/front.jpg'],
    failures: [],
  })),
  progress: os.progress.handler(() => ({ done: 60, total: 214 })),
  stop: os.stop.handler(() => {}),
  open: os.open.handler(() => compared),
  openFile: os.openFile.handler(() => compared),
  columns: os.columns.handler(() => ({ ...compared, id: 'table_2', missing: [] })),
  differences: os.differences.handler(({ input }) => {
    const rows = differences.filter(({ kind }) => kind === input.kind)
    return { total: rows.length, rows }
  }),
  apply: os.apply.handler(() => ({ changed: 3, kept: [], left: 2 })),
  close: os.close.handler(() => {}),
})
