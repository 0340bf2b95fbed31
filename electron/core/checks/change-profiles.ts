import { AppError } from '../../../shared/base/errors.ts'
import type { ImportedProfile, OfferedProfile } from '../../../shared/checks/requirement-checks.ts'
import { mostProfiles } from '../../../shared/checks/requirement-profile-file.ts'
import type { RequirementProfile } from '../../../shared/checks/requirement-profiles.ts'
import type { Journal } from '../base/database/journal.ts'
import type { KnownProfile, ProfileStore } from './profile-store.ts'

type Ports = { readonly journal: Journal; readonly profiles: ProfileStore }

const refuse = (failure: ConstructorParameters<typeof AppError>[1]): AppError => new AppError('usage', failure, { kept: 'nothing-changed' })

const isSame = (one: RequirementProfile, other: RequirementProfile): boolean => JSON.stringify(one) === JSON.stringify(other)

/** `older`: the known one has a higher revision. `newer`: also one with the same revision and other rules, which a person edited. */
const relate = (profile: RequirementProfile, known: KnownProfile | undefined): OfferedProfile['relation'] => {
  if (!known) return 'new'
  if (isSame(profile, known.profile)) return 'same'
  return profile.revision < known.profile.revision ? 'older' : 'newer'
}

/** What importing a profile would do. */
export const describeOfferedProfile = (profile: RequirementProfile, known: KnownProfile | undefined): OfferedProfile => ({
  id: profile.id,
  name: profile.name,
  revision: profile.revision,
  rules: profile.rules.length,
  unknownRules: profile.rules.filter(({ kind }) => kind === 'unknown').length,
  relation: relate(profile, known),
  knownRevision: known?.profile.revision ?? null,
})

/** Refuses profiles that don’t fit beside those that are kept. Errors: `usage`. */
export const checkRoomForProfiles = ({ profiles }: Pick<Ports, 'profiles'>, all: readonly RequirementProfile[]): void => {
  const added = all.filter(({ id }) => profiles.get(id)?.origin !== 'imported').length
  if (profiles.countImported() + added > mostProfiles) throw refuse({ kind: 'profiles-too-many', limit: mostProfiles })
}

/** Each in place of the one with its id, unless that has a higher revision. A built-in one is replaced only by a higher revision. */
const keepEach = (profiles: ProfileStore, all: readonly RequirementProfile[]): ImportedProfile[] => {
  checkRoomForProfiles({ profiles }, all)
  return all.map((profile): ImportedProfile => {
    const known = profiles.get(profile.id)
    const relation = relate(profile, known)
    const isKept =
      relation === 'new' || (relation === 'newer' && (known?.origin !== 'built-in' || profile.revision > known.profile.revision))
    if (isKept) profiles.put(profile)
    const outcome: ImportedProfile['outcome'] = isKept
      ? relation === 'new'
        ? 'added'
        : 'updated'
      : relation === 'newer'
        ? 'built-in'
        : relation
    return { id: profile.id, name: profile.name, outcome }
  })
}

/** Keeps profiles in one write. Errors: `usage`. */
export const importProfiles = async ({ journal, profiles }: Ports, all: readonly RequirementProfile[]): Promise<ImportedProfile[]> => {
  const imported = journal.write(() => keepEach(profiles, all))
  await journal.durable()
  return imported
}

/** Keeps profiles that a connection file brings, and uses them in its workspace beside those in use, in one write. Errors: `usage`. */
export const bringProfiles = async (
  { journal, profiles }: Ports,
  connectionId: string | null,
  all: readonly RequirementProfile[],
): Promise<void> => {
  journal.write(() => {
    const imported = keepEach(profiles, all)
    profiles.use(
      connectionId,
      [...profiles.listUsed(connectionId), ...imported].map(({ id }) => id),
    )
  })
  await journal.durable()
}

/** Removes an imported profile and returns it: importing it again undoes this. Of an updated built-in one, its built-in rules count again. */
export const removeProfile = async ({ journal, profiles }: Ports, id: string): Promise<RequirementProfile> => {
  const removed = journal.write(() => {
    const known = profiles.get(id)
    if (!known) throw new AppError('unknown-id', { kind: 'profile-unknown' }, { kept: 'nothing-changed' })
    if (known.origin === 'built-in') throw refuse({ kind: 'profile-built-in', name: known.profile.name })
    profiles.remove(id)
    return known.profile
  })
  await journal.durable()
  return removed
}

/** Uses these profiles, and no others, for a workspace’s pictures. Errors: `unknown-id`. */
export const chooseProfiles = async ({ journal, profiles }: Ports, connectionId: string | null, ids: readonly string[]): Promise<void> => {
  journal.write(() => {
    const unknown = ids.find((id) => profiles.get(id) === undefined)
    if (unknown !== undefined) throw new AppError('unknown-id', { kind: 'profile-unknown' }, { kept: 'nothing-changed' })
    profiles.use(connectionId, ids)
  })
  await journal.durable()
}
