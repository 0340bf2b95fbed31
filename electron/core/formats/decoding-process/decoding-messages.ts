import { z } from 'zod'
import { AppError, type ErrorCode } from '../../../../shared/base/errors.ts'
import type { UnexpectedFailure } from '../../../../shared/base/failures.ts'
import { measuredPixels, pictureText } from '../../../../shared/checks/measurement-shapes.ts'
import { pictureFixes } from '../../../../shared/checks/picture-fixes-shapes.ts'
import { mostLikenessBytes } from '../../../../shared/pictures/likeness.ts'
import { mostCodes, pictureCode } from '../../../../shared/pictures/picture-codes.ts'
import { imageFormat, sentFormat } from '../../../../shared/pictures/picture-formats.ts'
import { imageFacts } from '../../../../shared/pictures/pictures.ts'
import type { DecodingFailure } from '../../../../shared/pictures/pictures-failures.ts'
import { sendingSettings } from '../../../../shared/service/sending-shapes.ts'

/** Why a worker ended. `words`: its last error output, for the log only. */
export type WorkerEnd = { readonly code: number | null; readonly signal: string | null; readonly words: string }

/** A child process as the pool sees it: a forked Node process here, a utilityProcess in Electron. */
export type ImageWorker = {
  readonly pid: number | undefined
  /** Never throws; messages to a dead worker are lost, and `onEnd` reports its end. */
  readonly send: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => void
  /** Called once, also when the process could not be started at all. */
  readonly onEnd: (listener: (end: WorkerEnd) => void) => void
  /** Ends it at once, even in the middle of a task. */
  readonly kill: () => void
}

/** Decodes a picture and makes its thumbnail. */
export const inspectTask = z.object({
  kind: z.literal('inspect'),
  /** Absolute path of a picture. */
  path: z.string(),
  format: imageFormat,
  thumbnailPath: z.string(),
  /** Next to `thumbnailPath`: written first, then renamed; removed by the caller if the task fails. */
  temporaryPath: z.string(),
})
export type InspectTaskMessage = z.infer<typeof inspectTask>

/** The most pictures that are inspected in one task. */
export const mostTogether = 16

/** Does the same for several small pictures, one after the other. */
export const inspectSeveralTask = z.object({ kind: z.literal('inspect-several'), tasks: z.array(inspectTask).max(mostTogether) })

/** Reads the barcodes in a picture. */
export const codesTask = z.object({
  kind: z.literal('read-codes'),
  /** Absolute path of a picture. */
  path: z.string(),
  format: imageFormat,
})
export type CodesTaskMessage = z.infer<typeof codesTask>

/** Makes what is sent of a picture that is not sent as it came. */
export const convertTask = z.object({
  kind: z.literal('convert'),
  /** Absolute path of a picture. */
  path: z.string(),
  format: imageFormat,
  settings: sendingSettings,
  /** Written completely, or removed by the caller if the task fails. */
  temporaryPath: z.string(),
})
export type ConvertTaskMessage = z.infer<typeof convertTask>

/** Measures a picture (electron/measuring-pixels/). */
export const measureTask = z.object({
  kind: z.literal('measure'),
  /** Absolute path of a picture. */
  path: z.string(),
  format: imageFormat,
  /** Made before it is measured. */
  fixes: pictureFixes.nullable(),
})
export type MeasureTaskMessage = z.infer<typeof measureTask>

/** Reads the print on a picture. */
export const printTask = z.object({
  kind: z.literal('read-print'),
  /** Absolute path of a picture. */
  path: z.string(),
  format: imageFormat,
})
export type PrintTaskMessage = z.infer<typeof printTask>

/** Finds what a picture is recognized by. */
export const likenessTask = z.object({
  kind: z.literal('likeness'),
  /** Absolute path of its thumbnail. */
  path: z.string(),
})
export type LikenessTaskMessage = z.infer<typeof likenessTask>

/** The most pictures that one picture is compared with in a task. */
export const mostCompared = 24

const placement = z.object({ scale: z.number(), left: z.number(), top: z.number() })

/** Compares a picture with others that may show the same. */
export const compareTask = z.object({
  kind: z.literal('compare'),
  /** Absolute path of its thumbnail. */
  path: z.string(),
  /** The others’ thumbnails, and where the picture is in each (`Placement`), in shares of their longer sides. */
  others: z.array(z.object({ path: z.string(), placement })).max(mostCompared),
})
export type CompareTaskMessage = z.infer<typeof compareTask>

/** A task for the image process; one at a time. */
export const imageTask = z.discriminatedUnion('kind', [
  inspectTask,
  inspectSeveralTask,
  codesTask,
  convertTask,
  measureTask,
  printTask,
  likenessTask,
  compareTask,
])
export type ImageTaskMessage = z.infer<typeof imageTask>

/** Failures that a worker may report. Each maps to one code, so that a worker can't choose the queue's reaction. */
export type WorkerFailure = DecodingFailure | UnexpectedFailure

const codes = {
  'picture-gone': 'file-missing',
  'picture-unreadable': 'file-unreadable',
  'picture-over-pixel-limit': 'too-many-pixels',
  'picture-over-largest-file': 'file-too-large',
  'picture-cut-off': 'damaged-image',
  'picture-part-missing': 'damaged-image',
  'picture-damaged-or-cut-off': 'damaged-image',
  'picture-undecodable': 'damaged-image',
  'picture-needs-too-much-memory': 'too-many-pixels',
  'picture-metadata-too-long': 'damaged-image',
  'picture-not-as-header-says': 'damaged-image',
  'tiff-of-rare-kind': 'unsupported-format',
  'raw-without-jpeg': 'unsupported-format',
  'psd-without-merged-picture': 'unsupported-format',
  'thumbnail-without-room': 'disk-full',
  'thumbnail-unwritten': 'image-process-failed',
  'conversion-without-room': 'disk-full',
  'conversion-unwritten': 'image-process-failed',
  unexpected: 'internal',
} as const satisfies Record<WorkerFailure['kind'], ErrorCode>

export const toWorkerError = (failure: WorkerFailure, cause?: unknown): AppError => new AppError(codes[failure.kind], failure, { cause })

/** A decoder’s words, on one line; what is left out of long ones is a whole word. */
export const toSaid = (words: string): string => {
  const all = words.replaceAll(/\s+/g, ' ').trim()
  return all.length <= mostSaid ? all : `${all.slice(0, all.lastIndexOf(' ', mostSaid) + 1 || mostSaid).trim()} …`
}
const mostSaid = 160

const said = z.string().max(300)

/** Strict: no fact but the declared ones gets through. */
export const workerFailure = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('picture-gone') }),
  z.strictObject({ kind: z.literal('picture-unreadable') }),
  z.strictObject({ kind: z.literal('picture-over-pixel-limit'), limit: z.int().positive(), isProgressive: z.boolean() }),
  z.strictObject({
    kind: z.literal('picture-over-largest-file'),
    format: sentFormat,
    bytes: z.int().positive(),
    largestBytes: z.int().positive(),
  }),
  z.strictObject({ kind: z.literal('picture-cut-off') }),
  z.strictObject({ kind: z.literal('picture-part-missing') }),
  z.strictObject({ kind: z.literal('picture-damaged-or-cut-off') }),
  z.strictObject({ kind: z.literal('picture-undecodable'), said }),
  z.strictObject({ kind: z.literal('picture-needs-too-much-memory') }),
  z.strictObject({ kind: z.literal('picture-metadata-too-long'), maxBytes: z.int().positive() }),
  z.strictObject({ kind: z.literal('picture-not-as-header-says'), format: imageFormat }),
  z.strictObject({ kind: z.literal('tiff-of-rare-kind'), is: z.enum(['old-jpeg', 'compression', 'samples', 'numbers', 'tiled-planes']) }),
  z.strictObject({ kind: z.literal('raw-without-jpeg') }),
  z.strictObject({ kind: z.literal('psd-without-merged-picture') }),
  z.strictObject({ kind: z.literal('thumbnail-without-room') }),
  z.strictObject({ kind: z.literal('thumbnail-unwritten'), said }),
  z.strictObject({ kind: z.literal('conversion-without-room') }),
  z.strictObject({ kind: z.literal('conversion-unwritten'), said }),
  z.strictObject({ kind: z.literal('unexpected'), said }),
]) satisfies z.ZodType<WorkerFailure>

/** What came of one of several pictures. */
const inspected = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('facts'), facts: imageFacts }),
  z.object({ kind: z.literal('failed'), failure: workerFailure }),
])
export type Inspected = z.infer<typeof inspected>

/** A worker's message: parsed, because a hostile picture may have taken it over. `rss` is its resident memory in bytes. */
export const workerAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('memory'), rss: z.number() }),
  z.object({ kind: z.literal('facts'), facts: imageFacts, rss: z.number() }),
  z.object({ kind: z.literal('inspected'), results: z.array(inspected).max(mostTogether), rss: z.number() }),
  z.object({ kind: z.literal('codes'), codes: z.array(pictureCode).max(mostCodes), rss: z.number() }),
  z.object({ kind: z.literal('measured'), measured: measuredPixels, rss: z.number() }),
  z.object({ kind: z.literal('print'), text: pictureText, rss: z.number() }),
  z.object({ kind: z.literal('converted'), format: sentFormat, rss: z.number() }),
  /** `null`: it shows too little to be recognized by. */
  z.object({
    kind: z.literal('likeness'),
    likeness: z.custom<Uint8Array>((value) => value instanceof Uint8Array && value.length <= mostLikenessBytes).nullable(),
    rss: z.number(),
  }),
  /** For each of the others; `null`: its thumbnail could not be read. */
  z.object({ kind: z.literal('compared'), same: z.array(z.boolean().nullable()).max(mostCompared), rss: z.number() }),
  z.object({ kind: z.literal('failed'), failure: workerFailure, rss: z.number() }),
])
export type WorkerAnswer = z.infer<typeof workerAnswer>
