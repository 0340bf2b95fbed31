import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const stateShape = z.object({
  part: z.string(),
  /** The completed tries. A part that was started on another commit starts over. */
  commit: z.string(),
  total: z.number().int(),
  /** Indexes below this are completed. */
  tried: z.number().int(),
  lost: z.array(z.object({ index: z.number().int(), what: z.string() })),
  seconds: z.number(),
})
export type PartState = z.infer<typeof stateShape>

const fileOf = (folder: string, part: string): string => join(folder, `${part}.json`)

/** A part's progress. It starts over if the file is missing, unreadable or from another commit. */
export const readState = (folder: string, part: string, commit: string): PartState => {
  const begun: PartState = { part, commit, total: 0, tried: 0, lost: [], seconds: 0 }
  try {
    const state = stateShape.parse(JSON.parse(readFileSync(fileOf(folder, part), 'utf8')))
    return state.commit === commit ? state : begun
  } catch {
    return begun
  }
}

export const saveState = (folder: string, state: PartState): void => {
  const file = fileOf(folder, state.part)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(state, null, 2))
  renameSync(`${file}.new`, file)
}
