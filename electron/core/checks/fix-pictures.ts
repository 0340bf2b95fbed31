import { type CannotFix, type FixKind, type FixPlan, type FixWish, fixKinds } from '../../../shared/checks/fix-wishes.ts'
import { readFixesKey, takeBackFixes, toFixesKey } from '../../../shared/checks/picture-fixes.ts'
import { getsNewPixels, sendingChanges, sendingFor } from '../../../shared/service/sending.ts'
import type { Journal } from '../base/database/journal.ts'
import { type FixesStore, fixesKeyOf } from '../pictures/library/fixes-store.ts'
import type { ImageStore, StoredImage } from '../pictures/library/picture-store.ts'
import type { SentFiles } from '../pictures/library/sent-files.ts'
import type { SourceStore } from '../pictures/library/source-store.ts'
import type { ConnectionStore } from '../workspaces/connections/connection-store.ts'
import type { MeasurementStore } from './measurement-store.ts'
import { type PlannedFixes, planPictureFixes } from './plan-fixes.ts'

/** Planned in one turn of the event loop, where nothing is changed. */
const plannedAtOnce = 50

type Ports = {
  readonly journal: Journal
  readonly images: Pick<ImageStore, 'get' | 'isPresent' | 'ofContent'>
  readonly sentFiles: Pick<SentFiles, 'find'>
  readonly sources: Pick<SourceStore, 'get'>
  readonly measurements: Pick<MeasurementStore, 'ofEach'>
  readonly pictureFixes: FixesStore
  readonly connections: Pick<ConnectionStore, 'active'>
}

/** Originals, by their SHA-256, whose fixes changed alike; as `toFixesKey`. */
type FixesChange = { readonly before: string; readonly after: string; readonly originals: readonly string[] }

type Planned = PlannedFixes & { readonly image: StoredImage }

/** Counts what is planned for pictures. */
const createCount = (isUploaded: (image: StoredImage) => boolean) => {
  const done = Object.fromEntries(fixKinds.map((kind) => [kind, 0])) as Record<FixKind, number>
  const cannot = new Map<string, { readonly kind: FixKind; readonly why: CannotFix; pictures: number }>()
  const counts = { pictures: 0, asTheyAre: 0, uploaded: 0 }
  return {
    add: ({ image, ...planned }: Planned): void => {
      for (const { kind, why } of planned.cannot) {
        const known = cannot.get(`${kind} ${why}`) ?? { kind, why, pictures: 0 }
        known.pictures++
        cannot.set(`${kind} ${why}`, known)
      }
      for (const kind of planned.done) done[kind]++
      if (planned.done.length === 0) {
        if (planned.cannot.length === 0) counts.asTheyAre++
        return
      }
      counts.pictures++
      if (isUploaded(image)) counts.uploaded++
    },
    plan: (): FixPlan => ({ ...counts, done, cannot: [...cannot.values()] }),
  }
}

/** Fixes of pictures' sent files: planned, chosen and taken back. Their originals stay. */
export const createPictureFixing = ({ journal, images, sentFiles, sources, measurements, pictureFixes, connections }: Ports) => {
  const planFixes = (imageIds: readonly string[], wishes: readonly FixWish[]): Planned[] => {
    const connection = connections.active()
    const bytesOf = (image: StoredImage): number | null => {
      const settings = sendingFor(connection, image)
      return sentFiles.find(image, settings)?.bytes ?? (getsNewPixels(sendingChanges(image, settings)) ? null : image.bytes)
    }
    const known = imageIds.filter(images.isPresent).flatMap((id) => images.get(id) ?? [])
    const states = measurements.ofEach(known.map(({ sha256 }) => ({ sha256, fixes: '' })))
    return known.map((image, at) => {
      const state = states[at]
      const measurement = state?.kind === 'measured' ? state.measurement : null
      return { image, ...planPictureFixes({ image, measurement, sentBytes: bytesOf(image) }, wishes, sendingFor(connection, null)) }
    })
  }
  const isUploaded = ({ id }: StoredImage): boolean => {
    const connection = connections.active()
    return connection !== null && sources.get(connection.id, id) !== undefined
  }

  return {
    /** What `fix` would do. Nothing is changed. */
    plan: async (imageIds: readonly string[], wishes: readonly FixWish[]): Promise<FixPlan> => {
      const count = createCount(isUploaded)
      const all = [...new Set(imageIds)]
      for (let at = 0; at < all.length; at += plannedAtOnce) {
        if (at > 0) await journal.nextTurn()
        for (const planned of planFixes(all.slice(at, at + plannedAtOnce), wishes)) count.add(planned)
      }
      return count.plan()
    },
    /** Chooses these fixes for the pictures that need them, beside those that they have. A picture is fixed whole or not at all. */
    fix: async (
      imageIds: readonly string[],
      wishes: readonly FixWish[],
    ): Promise<FixPlan & { readonly earlier: readonly FixesChange[] }> => {
      const done = journal.write(() => {
        const count = createCount(isUploaded)
        const changes = new Map<string, FixesChange & { readonly originals: string[] }>()
        const keys = new Map<string, string>()
        for (const planned of planFixes([...new Set(imageIds)], wishes)) {
          count.add(planned)
          const { sha256 } = planned.image
          const [before, after] = [fixesKeyOf(planned.image), toFixesKey(planned.fixes)]
          if (after === before) continue
          keys.set(sha256, after)
          const change = changes.get(`${before} ${after}`) ?? { before, after, originals: [] }
          changes.set(`${before} ${after}`, change)
          change.originals.push(sha256)
        }
        pictureFixes.set(keys)
        return { ...count.plan(), earlier: [...changes.values()] }
      })
      await journal.durable()
      return done
    },
    /** Takes back what `fix` changed and nothing changed since; how many pictures have other fixes now than a moment ago. */
    putFixesBack: async (changes: readonly FixesChange[]): Promise<number> => {
      const changed = journal.write(() => {
        const keys = new Map<string, string>()
        for (const { before, after, originals } of changes)
          for (const { sha256 } of originals.flatMap((one) => images.ofContent(one) ?? [])) {
            const now = keys.get(sha256) ?? toFixesKey(pictureFixes.of(sha256))
            const taken = toFixesKey(takeBackFixes(readFixesKey(now), readFixesKey(before), readFixesKey(after)))
            if (taken !== now) keys.set(sha256, taken)
          }
        pictureFixes.set(keys)
        return keys.size
      })
      await journal.durable()
      return changed
    },
    /** Takes all fixes of these pictures back; how many had some. */
    unfix: async (imageIds: readonly string[]): Promise<number> => {
      const unfixed = journal.write(() => {
        const fixed = imageIds.flatMap((id) => images.get(id) ?? []).filter(({ fixes }) => fixes)
        pictureFixes.set(new Map(fixed.map(({ sha256 }) => [sha256, ''])))
        return fixed.length
      })
      await journal.durable()
      return unfixed
    },
  }
}

export type PictureFixing = ReturnType<typeof createPictureFixing>
