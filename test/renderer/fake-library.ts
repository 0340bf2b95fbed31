import type { Answer } from '../../shared/answers/questions.ts'
import { isSentFormat } from '../../shared/pictures/accepted-pictures.ts'
import type {
  LibraryFilter,
  LibraryGroup,
  LibraryGrouping,
  LibraryRow,
  LibrarySort,
  PictureCondition,
  PictureState,
} from '../../shared/pictures/library.ts'
import type { ImageFormat } from '../../shared/pictures/picture-formats.ts'
import { shownPlace } from '../../shared/pictures/picture-place.ts'
import type { SentFileFacts } from '../../shared/pictures/pictures.ts'
import type { Product, ProductRow } from '../../shared/products/products.ts'
import type { ConvertedFrom, Job, JobStatus } from '../../shared/queue/jobs.ts'
import { refusedBy } from './refused-by.ts'

/** Made-up pictures, answers, products and jobs to show the window without a core. */

const things = ['Bottle', 'Mug', 'Box', 'Jar', 'Can', 'Pouch'] as const
const colours = ['#c2703d', '#3f7d6b', '#5663b5', '#a3495f', '#8a7a3c', '#3d7fa3', '#6d5a8c', '#4c4f57']

const now = Date.now()
const minute = 60_000

export const idOf = (index: number): string => `img_${index.toString(16).padStart(24, '0')}`

/** A packshot as SVG: one of six shapes in one of eight colors on a soft white. */
export const drawPicture = (id: string): string => {
  const index = Number.parseInt(id.slice(4), 16)
  const colour = colours[(index * 5) % colours.length]
  const shapes = [
    '<rect x="92" y="20" width="26" height="38" rx="6" fill="#30343d"/><path d="M86 58h38c6 18 20 26 20 48v76c0 8-4 12-12 12H78c-8 0-12-4-12-12v-76c0-22 14-30 20-48z" fill="C"/><rect x="66" y="112" width="78" height="46" fill="#fff" opacity=".85"/>',
    '<path d="M48 66h96v104c0 14-8 22-22 22H70c-14 0-22-8-22-22z" fill="C"/><path d="M144 88h18c14 0 18 10 18 26s-6 28-20 28h-16" fill="none" stroke="C" stroke-width="14"/>',
    '<path d="M50 64l60-24 52 24-60 26z" fill="C"/><path d="M50 64l52 26v96l-52-26z" fill="C" opacity=".78"/><path d="M162 64l-60 26v96l60-26z" fill="C" opacity=".6"/>',
    '<rect x="62" y="36" width="86" height="26" rx="6" fill="#30343d"/><rect x="54" y="64" width="102" height="126" rx="16" fill="C"/><rect x="54" y="100" width="102" height="48" fill="#fff" opacity=".85"/>',
    '<path d="M66 40h78l8 14v124l-8 14H66l-8-14V54z" fill="C"/><path d="M58 92h94v52H58z" fill="#fff" opacity=".8"/>',
    '<path d="M64 38h82l10 150c0 6-4 8-8 8H62c-4 0-8-2-8-8z" fill="C"/><circle cx="105" cy="116" r="28" fill="#fff" opacity=".85"/>',
  ]
  const shape = (shapes[index % shapes.length] ?? '').replaceAll('C', colour ?? '#555')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 210"><rect width="210" height="210" fill="#f7f6f3"/><ellipse cx="105" cy="194" rx="62" ry="7" fill="#000" opacity=".12"/>${shape}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const stateOf = (index: number): PictureState => {
  if (index === 2 || index === 17) return 'parked'
  if (index < 6) return 'uploading'
  if (index < 12) return 'waiting'
  if (index < 40) return 'attached'
  if (index < 120) return 'answered'
  return index % 9 === 0 ? 'kept' : 'uploaded'
}

/** Pictures that are converted: one that waits, and one in a product. */
const converted: Readonly<Record<number, Pick<LibraryRow, 'format' | 'orientation' | 'reading'> & { readonly end: string }>> = {
  8: { end: 'webp', format: 'webp', orientation: 1, reading: { pages: 24 } },
  14: { end: 'tif', format: 'tiff', orientation: 6, reading: { pages: 12, colors: 'cmyk', bits: 16, profile: 'Coated FOGRA39' } },
}

export const makeRow = (index: number): LibraryRow => {
  const { end, ...made } = converted[index] ?? {}
  const row = makeSentAsItIs(index)
  return end === undefined ? row : { ...row, ...made, name: row.name.replace(/\w+$/, end) }
}

/** The JPEG of a converted picture. */
export const sentOf = ({ format, bytes, width, height, uploaded }: LibraryRow): SentFileFacts | null =>
  isSentFormat(format)
    ? null
    : { format: 'jpeg', bytes: Math.round(bytes / 6), width, height, quality: 90, settings: '1-q90', isUploaded: uploaded }

export const convertedFromOf = (work: Job['work'], rows: readonly LibraryRow[]): ConvertedFrom | null => {
  const row = work.operation === 'upload-source' ? rows.find(({ id }) => id === work.imageId) : undefined
  return row && !isSentFormat(row.format) ? { format: row.format, reading: row.reading } : null
}

const makeSentAsItIs = (index: number): LibraryRow & { readonly format: ImageFormat } => {
  const thing = things[index % things.length] ?? 'Box'
  const state = stateOf(index)
  const isAsked = state === 'answered' || state === 'attached'
  return {
    id: idOf(index),
    name:
      index === 7
        ? 'Überraschungs-Mug mit Sternen und einem sehr langen Namen 🎉 final v2.jpg'
        : `${thing.toLowerCase()}-${String(index + 1).padStart(3, '0')}.${index % 4 === 0 ? 'png' : 'jpg'}`,
    folder: index % 13 === 0 ? null : `/home/mira/Shoot/SKU-${1000 + Math.floor(index / 6)}`,
    bytes: 180_000 + ((index * 7919) % 4_200_000),
    format: index % 4 === 0 ? 'png' : 'jpeg',
    width: 1600 + (index % 5) * 400,
    height: 2000 + (index % 3) * 300,
    orientation: 1,
    hasAlpha: index % 4 === 0,
    hasGps: index % 11 === 2,
    version: 1,
    addedAt: now - index * 3 * minute,
    state,
    progress: state === 'uploading' ? ((index * 23) % 90) / 100 : null,
    reason: state === 'parked' ? refusedBy(400, 'file type not accepted', 'source') : null,
    uploaded: state === 'uploaded' || state === 'answered' || state === 'attached',
    attached: state === 'attached',
    questions: isAsked ? 2 : 0,
    // One in seven still waits for its second answer.
    answers: isAsked ? (index % 7 === 3 ? 1 : 2) : 0,
  }
}

const questions = ['Write alt text for this picture.', 'Is the background white?'] as const

export const makeAnswers = (rows: readonly LibraryRow[]): Answer[] =>
  rows
    .filter((row) => row.answers > 0)
    .flatMap((row, at) =>
      questions.slice(0, row.answers).map((question, which): Answer => {
        const isUnknown = which === 0 && at % 6 === 5
        const said =
          which === 0
            ? `A ${row.name.split('-')[0]} with a plain label, photographed from the front on a white surface with a soft shadow below it.`
            : 'Yes. 98 % of the border is white.'
        return {
          imageId: row.id,
          imageName: row.name,
          question,
          kind: isUnknown ? 'cannot-tell' : 'answer',
          text: isUnknown
            ? 'Cannot tell: this workspace measures pictures and reads their print, but does not know what they show. It can answer, for example: “Alt text?”, “What does the label say?”, “Is the background white?”.'
            : said,
          editedText: at === 1 && which === 0 ? 'A blue mug with a round handle, seen from the front.' : null,
          answeredAt: now - at * minute,
          connectionId: 'con_1',
          jobId: `job_q${at}_${which}`,
        }
      }),
    )

const job = (id: string, work: Job['work'], status: JobStatus, more: Partial<Job> = {}): Job => ({
  id,
  connectionId: 'con_1',
  work,
  status,
  attempts: 1,
  countedFailures: 0,
  firstFailureAt: null,
  uncertainAttempts: 0,
  blockedBy: 0,
  notes: [],
  createdAt: now - 20 * minute,
  updatedAt: now,
  ...more,
})

/** The pictures of an attach. */
export const attachedBy = (rows: readonly LibraryRow[], jobId: string): string[] => {
  const of: Readonly<Record<string, readonly LibraryRow[]>> = {
    job_p3: rows.slice(2, 42),
    job_p4: rows.slice(50, 52),
    job_p5: rows.slice(52, 55),
  }
  return (of[jobId] ?? []).map((row) => row.id)
}

export const makeJobs = (rows: readonly LibraryRow[]): Job[] => {
  const parked: Job[] = [
    job(
      'job_p1',
      { operation: 'create-product', productRef: 'ref_3', name: 'Summer set' },
      {
        state: 'parked',
        at: now - 4 * minute,
        reason: {
          code: 'uncertain',
          failure: {
            kind: 'uncertain-end',
            operation: 'create-product',
            name: 'Linen shirt',
            end: 'nothing',
            because: { code: 'unreachable', failure: { kind: 'unexpected', said: 'ECONNRESET' } },
          },
        },
        choices: ['exists', 'again'],
      },
      { uncertainAttempts: 1 },
    ),
    job(
      'job_p2',
      { operation: 'upload-source', imageId: idOf(2) },
      {
        state: 'parked',
        at: now - 9 * minute,
        reason: refusedBy(400, 'file type not accepted', 'source'),
        choices: ['retry'],
      },
    ),
    job(
      'job_p3',
      {
        operation: 'attach-sources',
        productRef: 'ref_2',
        attribute: 'Images',
        pictures: 40,
        current: null,
        asked: 1,
        onlyReady: false,
        waits: false,
      },
      {
        state: 'parked',
        at: now - 8 * minute,
        reason: {
          code: 'depends-on-failed',
          failure: {
            kind: 'uploads-missing',
            total: 40,
            failed: 2,
            cancelled: 0,
          },
        },
        choices: ['ready', 'wait'],
      },
    ),
    job(
      'job_p4',
      {
        operation: 'attach-sources',
        productRef: 'ref_2',
        attribute: 'Images',
        pictures: 2,
        current: { kind: 'appends' },
        asked: 1,
        onlyReady: false,
        waits: false,
      },
      {
        state: 'parked',
        at: now - 10 * minute,
        reason: {
          code: 'uncertain',
          failure: {
            kind: 'uncertain-end',
            operation: 'attach-sources',
            name: null,
            end: 'nothing',
            because: { code: 'unreachable', failure: { kind: 'unexpected', said: 'ECONNRESET' } },
          },
        },
        choices: ['again', 'exists'],
      },
      { uncertainAttempts: 1 },
    ),
  ]
  const third = parked[2]
  if (third?.work.operation === 'attach-sources') parked.push({ ...third, id: 'job_p5', work: { ...third.work, pictures: 3 } })
  const open = rows.slice(0, 12).map(
    (row, at): Job =>
      at < 6
        ? job(`job_u${at}`, { operation: 'upload-source', imageId: row.id }, { state: 'running', startedAt: now - 8_000 })
        : job(
            `job_u${at}`,
            { operation: 'analyse-image', imageId: row.id, question: questions[0] },
            {
              state: 'waiting',
              notBefore: at === 6 ? now + 40_000 : 0,
              because: at === 6 ? refusedBy(503, 'try later', 'analysis') : null,
            },
            { attempts: at === 6 ? 3 : 0, blockedBy: at > 8 ? 1 : 0 },
          ),
  )
  const done = rows
    .slice(12, 200)
    .map((row, at) =>
      job(
        `job_d${at}`,
        { operation: 'upload-source', imageId: row.id },
        { state: 'done', endedAt: now - at * minute },
        at === 3 ? { attempts: 2, notes: [{ kind: 'done-after-attempts', attempts: 1 }] } : {},
      ),
    )
  return [...parked, ...open.filter((one) => one.id !== 'job_u2'), ...done]
}

const sources = (from: number, count: number): string[] => Array.from({ length: count }, (_, at) => `src_${from + at}`)

export const sourceOf = (index: number): string => `src_${index}`

export const makeProducts = (): Product[] => [
  {
    ref: 'ref_1',
    productId: 'prd_81f2',
    name: 'Glass bottles, autumn',
    connectionId: 'con_1',
    createdByUs: true,
    lists: [
      {
        attribute: 'Images',
        sourceIds: sources(12, 9),
        imageIds: Array.from({ length: 9 }, (_, at) => idOf(12 + at)),
        confirmedAt: now - 30 * minute,
        origin: 'confirmed',
        asks: null,
        previousSourceIds: sources(12, 7),
      },
    ],
  },
  {
    ref: 'ref_2',
    productId: 'SKU-12',
    name: null,
    connectionId: 'con_1',
    createdByUs: false,
    lists: [
      {
        attribute: 'Images',
        sourceIds: ['src_of_a_colleague_1', ...sources(24, 3)],
        imageIds: [24, 25, 26].map(idOf),
        confirmedAt: now - 50 * 60 * minute,
        origin: 'confirmed',
        asks: 'too-old',
      },
    ],
  },
  { ref: 'ref_3', productId: null, name: 'Summer set', connectionId: 'con_1', createdByUs: true, lists: [] },
]

const isIn: Readonly<Record<PictureCondition, (row: LibraryRow) => boolean>> = {
  parked: (row) => row.state === 'parked',
  uploading: (row) => row.state === 'uploading',
  waiting: (row) => row.state === 'uploading' || row.state === 'waiting',
  uploaded: (row) => row.uploaded,
  'not-uploaded': (row) => !row.uploaded,
  answered: (row) => row.answers > 0,
  'missing-answer': (row) => row.answers < row.questions,
  attached: (row) => row.attached,
  'not-attached': (row) => !row.attached,
}

const matches = (row: LibraryRow, filter: LibraryFilter, attached: ReadonlySet<string> | null): boolean =>
  shownPlace(row).toLowerCase().includes(filter.text.toLowerCase()) &&
  (filter.state === null || isIn[filter.state](row)) &&
  (filter.folder === null || row.folder === filter.folder) &&
  (filter.format === null || row.format === filter.format) &&
  (attached === null || attached.has(row.id))

/** Filtered and sorted like the core. */
export const toProductRow = ({ lists, ...product }: Product): ProductRow => ({
  ...product,
  pictures: lists.reduce((sum, list) => sum + (list.sourceIds?.length ?? list.imageIds.length), 0),
  coverId: lists.flatMap((list) => list.imageIds)[0] ?? null,
})

/** What is known of the products' pictures: all is done, something lacks, nothing is there yet. */
export const workOf = (ref: string): NonNullable<ProductRow['work']> =>
  ref === 'ref_1'
    ? { coming: 0, notUploaded: 0, questions: 9, answers: 9, main: 'uploaded' }
    : ref === 'ref_2'
      ? { coming: 45, notUploaded: 2, questions: 6, answers: 2, main: 'uploaded' }
      : { coming: 3, notUploaded: 3, questions: 0, answers: 0, main: 'not-uploaded' }

export const pick = (rows: readonly LibraryRow[], sort: LibrarySort, filter: LibraryFilter, products: readonly Product[]): LibraryRow[] => {
  const product = products.find((one) => one.ref === filter.productRef)
  const attached = filter.productRef === null ? null : new Set(product?.lists.flatMap((list) => list.imageIds))
  const key = (row: LibraryRow): number | string =>
    sort.by === 'name' ? row.name : sort.by === 'bytes' ? row.bytes : sort.by === 'pixels' ? row.width * row.height : row.addedAt
  const found = rows.filter((row) => matches(row, filter, attached))
  const sign = sort.descending ? -1 : 1
  return found.sort((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
}

type RowGroup = { readonly head: LibraryGroup; readonly rows: readonly LibraryRow[] }

const keyIn: Readonly<Record<LibraryGrouping, (row: LibraryRow) => string | null>> = {
  nothing: () => '',
  folder: (row) => row.folder,
  product: (row) => (row.attached ? 'ref_1' : null),
  drop: (row) => String(Math.floor((now - row.addedAt) / (60 * minute))),
  // Pictures of one size show the same here.
  similar: (row) => `${row.width} × ${row.height}`,
}

/** Put together like the core's groups; those of pictures that have none last. */
export const groupRows = (rows: readonly LibraryRow[], groupBy: LibraryGrouping): RowGroup[] => {
  const groups = new Map<string | null, LibraryRow[]>()
  // A scene may have a hundred thousand pictures.
  for (const row of rows) {
    const key = keyIn[groupBy](row)
    const its = groups.get(key)
    if (its) its.push(row)
    else groups.set(key, [row])
  }
  if (groupBy === 'similar')
    return [...groups.values()]
      .filter((all) => all.length > 1)
      .slice(0, 3)
      .map((all) => all.slice(0, 3))
      .map((some) => ({
        head: { key: some[0]?.id ?? null, name: some[0]?.name ?? null, productId: null, at: null, pictures: some.length },
        rows: some,
      }))
  const keys = [...groups.keys()].sort((a, b) => Number(a === null) - Number(b === null))
  return keys.map((key) => {
    const inGroup = groups.get(key) ?? []
    const product = groupBy === 'product' && key !== null
    const head = {
      key,
      name: product ? 'Glass bottles, autumn' : groupBy === 'folder' ? key : null,
      productId: product ? 'prd_81f2' : null,
      at: groupBy === 'drop' ? (inGroup[0]?.addedAt ?? null) : null,
      pictures: inGroup.length,
    }
    return { head, rows: inGroup }
  })
}
