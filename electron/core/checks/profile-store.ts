import { z } from 'zod'
import { readProfile, toFileProfile } from '../../../shared/checks/requirement-profile-file.ts'
import type { RequirementProfile } from '../../../shared/checks/requirement-profiles.ts'
import type { Journal } from '../base/database/journal.ts'
import { readSetting, saveSetting } from '../base/database/setting-rows.ts'
import { builtInProfiles } from './built-in-profiles.ts'

/** `origin` `updated`: a newer revision of a built-in one was imported. */
export type KnownProfile = { readonly profile: RequirementProfile; readonly origin: 'built-in' | 'updated' | 'imported' }

const usedSetting = 'checks.used'
const usedShape = z.record(z.string(), z.array(z.string()))

export type ProfileStore = ReturnType<typeof createProfileStore>

/**
 * Requirement profiles: the built-in ones, then the imported ones in the order in which they came. Of two with the same id the higher revision
 * counts. Call its changes inside `journal.write`.
 */
export const createProfileStore = (journal: Journal) => {
  /** By the text of their rows. */
  let parsed = new Map<string, RequirementProfile | null>()

  const parse = (text: string): RequirementProfile | null => {
    try {
      return readProfile(JSON.parse(text))
    } catch {
      return null
    }
  }

  /** Rows that can't be read are left out; the next thorough check of the library moves them aside. */
  const listImported = (): RequirementProfile[] => {
    const texts = journal.all('SELECT content FROM requirement_profiles ORDER BY place, id').map((row) => String(row.content))
    parsed = new Map(texts.map((text) => [text, parsed.has(text) ? (parsed.get(text) ?? null) : parse(text)]))
    return texts.flatMap((text) => parsed.get(text) ?? [])
  }

  const list = (): KnownProfile[] => {
    const imported = listImported()
    const builtIn = builtInProfiles().map((profile): KnownProfile => {
      const newer = imported.find(({ id, revision }) => id === profile.id && revision > profile.revision)
      return newer ? { profile: newer, origin: 'updated' } : { profile, origin: 'built-in' }
    })
    const others = imported.filter(({ id }) => !builtIn.some(({ profile }) => profile.id === id))
    return [...builtIn, ...others.map((profile): KnownProfile => ({ profile, origin: 'imported' }))]
  }

  const readUsed = (): Readonly<Record<string, readonly string[]>> => usedShape.safeParse(readSetting(journal, usedSetting)).data ?? {}

  return {
    list,
    get: (id: string): KnownProfile | undefined => list().find(({ profile }) => profile.id === id),
    /** A known one keeps its place. */
    put: (profile: RequirementProfile): void => {
      journal.run(
        `INSERT INTO requirement_profiles (id, place, content) VALUES (?, (SELECT coalesce(max(place), 0) + 1 FROM requirement_profiles), ?)
         ON CONFLICT (id) DO UPDATE SET content = excluded.content`,
        profile.id,
        JSON.stringify(toFileProfile(profile)),
      )
    },
    countImported: (): number => Number(journal.get('SELECT count(*) AS n FROM requirement_profiles')?.n ?? 0),
    remove: (id: string): void => {
      journal.run('DELETE FROM requirement_profiles WHERE id = ?', id)
    },
    /** The profiles that a workspace’s pictures are checked by; of a workspace without a choice, those that were chosen without one. */
    listUsed: (connectionId: string | null): RequirementProfile[] => {
      const used = readUsed()
      const ids = used[connectionId ?? ''] ?? used[''] ?? []
      return ids.length === 0 ? [] : list().flatMap(({ profile }) => (ids.includes(profile.id) ? [profile] : []))
    },
    use: (connectionId: string | null, ids: readonly string[]): void => {
      saveSetting(journal, usedSetting, { ...readUsed(), [connectionId ?? '']: [...new Set(ids)] })
    },
  }
}
