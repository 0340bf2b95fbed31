import { z } from 'zod'
import { call, changing } from './call.ts'
import { settings, settingsChange, storageUse } from './settings.ts'
import { updatesState } from './updates.ts'

/** A person's settings, and the data on this computer. */
export const settingsContract = {
  get: call.output(settings),
  set: changing('session').input(settingsChange).output(settings),
  storage: call.output(storageUse),
  /** Deletes the staged originals of pictures without open work; thumbnails and answers stay. */
  freeOriginals: changing('library').output(z.object({ freedBytes: z.number(), pictures: z.number().int() })),
  /** The installed app; `null` if Packshot is not installed. */
  about: call.output(z.object({ version: z.string(), updates: updatesState }).nullable()),
  /** Whether the system starts Packshot in the background when the person signs in to the computer; `null`: this host is not installed. */
  login: call.output(z.object({ isOn: z.boolean() }).nullable()),
  setLogin: call.input(z.object({ isOn: z.boolean() })).output(z.object({ isOn: z.boolean() }).nullable()),
  /** Diagnostics for a bug report, without secrets. */
  diagnostics: call.output(z.string()),
}
