import type { LostThing, RecoveryFacts, RecoveryReason } from '../../../../shared/base/recovery.ts'
import type { Journal, Row } from './journal.ts'

export type StoredRecovery = RecoveryFacts & { readonly state: 'rebuilding' | 'told' }

const toRecovery = (row: Row): StoredRecovery => ({
  id: String(row.damage_id),
  reason: String(row.reason) as RecoveryReason,
  setAside: row.set_aside === null ? null : String(row.set_aside),
  snapshotAt: row.snapshot_at === null ? null : Number(row.snapshot_at),
  begunAt: Number(row.begun_at),
  state: row.state === 'rebuilding' ? 'rebuilding' : 'told',
  pictures: Number(row.pictures),
  lost: JSON.parse(String(row.lost)) as LostThing[],
})

export type RecoveryStore = ReturnType<typeof createRecoveryStore>

/** Repairs and restores, until a person has read them. Call its changes inside `journal.write`. */
export const createRecoveryStore = (journal: Journal) => ({
  /** The oldest first. */
  list: (): StoredRecovery[] => journal.all('SELECT * FROM recoveries ORDER BY seq').map(toRecovery),
  isRebuilding: (): boolean => journal.get("SELECT 1 FROM recoveries WHERE state = 'rebuilding'") !== undefined,
  /** How many pictures were restored from their originals; `lost`: those that were not. `null`: more will follow. */
  rebuilt: (pictures: number, lost: readonly LostThing[] | null): void => {
    if (lost === null) {
      journal.run("UPDATE recoveries SET pictures = pictures + ? WHERE state = 'rebuilding'", pictures)
      return
    }
    for (const row of journal.all("SELECT seq, lost FROM recoveries WHERE state = 'rebuilding'"))
      journal.run(
        "UPDATE recoveries SET state = 'told', pictures = pictures + ?, lost = ? WHERE seq = ?",
        pictures,
        JSON.stringify([...(JSON.parse(String(row.lost)) as LostThing[]), ...lost]),
        Number(row.seq),
      )
  },
  add: (recovery: Pick<StoredRecovery, 'id' | 'reason' | 'begunAt'>): void => {
    journal.run(
      "INSERT OR IGNORE INTO recoveries (damage_id, reason, begun_at, state) VALUES (?, ?, ?, 'rebuilding')",
      recovery.id,
      recovery.reason,
      recovery.begunAt,
    )
  },
  /** A person has read the notice. */
  acknowledge: (): number => journal.run("DELETE FROM recoveries WHERE state = 'told'"),
})
