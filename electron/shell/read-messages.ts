import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { maxFileBytes } from '../core/pictures/intake/file-limit.ts'
import type { StartArgument } from './start-arguments.ts'

// Parses messages from other processes. Loaded with the core or the first message, so that no window waits for it.

const secondStart = z.object({
  given: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('sign-in-answer'), url: z.string() }),
      z.object({ kind: z.literal('connection-link'), link: z.string() }),
      z.object({ kind: z.literal('connection-file'), path: z.string().refine(isAbsolute) }),
    ])
    .optional(),
})

/** The arguments of a second start; empty if unreadable. */
export const readSecondStart = (data: unknown): StartArgument | undefined => secondStart.safeParse(data).data?.given

const drop = z.string().max(32).nullable().default(null)
const droppedPaths = z.object({ paths: z.array(z.string().min(1).max(32_768)).min(1).max(100_000), recursive: z.boolean(), drop })
const droppedBytes = z.object({
  name: z.string().max(1_000),
  bytes: z.instanceof(ArrayBuffer).refine((bytes) => bytes.byteLength <= maxFileBytes),
  drop,
})

/** Files and folders that the preload names. Throws on anything else. */
export const readDroppedPaths = (message: unknown) => droppedPaths.parse(message)

/** A file without a path. Throws on anything else. */
export const readDroppedBytes = (message: unknown) => droppedBytes.parse(message)
