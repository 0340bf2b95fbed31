import type { Voice } from '../../../../shared/answers/brand-voices-contract.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import { foldName } from '../../base/database/fold-name.ts'
import type { KeptList } from './content-lists.ts'

/** Prefix of the service's ids (not-shown, "GET /v1/tones"): an unknown one may be newer than our list. */
const idPrefix = /^ton_\S+$/

/** The voice that a person named by id or name. Errors: `unknown-id`, `usage` (a name that several have). */
export const chooseVoice = (named: string, { items, fetchedAt }: KeptList<Voice>): Pick<Voice, 'id' | 'name'> => {
  const wanted = named.trim()
  const byId = items.find((one) => one.id === wanted)
  if (byId) return byId
  const byName = items.filter((one) => foldName(one.name) === foldName(wanted))
  if (byName.length > 1)
    throw new AppError('usage', { kind: 'voice-ambiguous', voice: wanted, ids: byName.map((one) => one.id) }, { kept: 'nothing-queued' })
  if (byName[0]) return byName[0]
  if (idPrefix.test(wanted)) return { id: wanted, name: wanted }
  const failure = fetchedAt === null ? ({ kind: 'voices-not-loaded' } as const) : ({ kind: 'voice-unknown', voice: wanted } as const)
  throw new AppError('unknown-id', failure, { kept: 'nothing-queued' })
}

/** Voices whose name or description has these words, in the service's order. */
export const findVoices = (voices: readonly Voice[], text: string): readonly Voice[] => {
  const words = foldName(text.trim())
  return words === '' ? voices : voices.filter((one) => foldName(`${one.name}\n${one.description}`).includes(words))
}
