import type { Journal } from '../../electron/core/base/database/journal.ts'
import { createReader } from '../../electron/core/base/database/reader.ts'
import { systemPlatform } from '../../electron/core/base/platform/platform.ts'
import { makeReads } from '../../electron/core/reads.ts'

/** Lists of a library whose journal a test has made itself, read without a thread. */
export const readHere = (journal: Journal) =>
  createReader(makeReads({ ...systemPlatform, journal }), { ...systemPlatform, journal, log: () => {} })
