import { z } from 'zod'
import { call, changing } from '../call.ts'
import { settings, settingsChange, storageUse } from '../settings.ts'

/** What a person can set, and what is kept where. */
export const settingsContract = {
  get: call.output(settings),
  set: changing('session').input(settingsChange).output(settings),
  storage: call.output(storageUse),
  /** Deletes the staged originals of pictures whose work is all done; thumbnails and answers stay. */
  freeOriginals: changing('library').output(z.object({ freedBytes: z.number(), pictures: z.number().int() })),
  /** The installed app; `null` where Packshot runs otherwise. */
  about: call.output(z.object({ version: z.string(), updates: z.string() }).nullable()),
  /** Facts for a report, without secrets. */
  diagnostics: call.output(z.string()),
}
