import { type CannotFix, type FixKind, type FixPlan, type FixWish, fixKinds } from '../../../shared/checks/fix-wishes.ts'
import { readFixesKey, toFixesKey } from '../../../shared/checks/picture-fixes.ts'
import { getsNewPixels, sendingChanges, sendingFor } from '../../../shared/service/sending.ts'
import type { Journal } from '../base/database/journal.ts'
import { createTurnsWritten } from '../base/database/write-in-pieces.ts'
import { type FixesStore, fixesKeyOf } from '../pictures/library/fixes-store.ts'
import type { ImageStore, StoredImage } from '../pictures/library/picture-store.ts'
import type { SentFiles } from '../pictures/library/sent-files.ts'
import type { SourceStore } from '../pictures/library/source-store.ts'
import type { ConnectionStore } from '../workspaces/connections/connection-store.ts'
import type { MeasurementStore } from './measurement-store.ts'
import { type PlannedFixes, planPictureFixes } from './plan-fixes.ts'

/** Planned, and written, in one turn of the event loop. */
const pieceSize = 50

type Ports = {
  readonly journal: Journal
  readonly images: Pick<ImageStore, 'get' | 'isPresent' | 'ofContent'>
  readonly sentFiles: Pick<SentFiles, 'find'>
  readonly sources: Pick<SourceStore, 'get'>
  readonly measurements: Pick<MeasurementStore, 'ofEach'>
  readonly pictureFixes: FixesStore
  readonly connections: Pick<ConnectionStore, 'active'>
}

/** Fixes that originals had before, by their SHA-256. */
type Earlier = readonly { readonly fixes: string; readonly originals: readonly string[] }[]

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
  const planPiece = (imageIds: readonly string[], wishes: readonly FixWish[]): Planned[] => {
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

  const toPieces = (imageIds: readonly string[]): string[][] => {
    const all = [...new Set(imageIds)]
    return Array.from({ length: Math.ceil(all.length / pieceSize) }, (_, at) => all.slice(at * pieceSize, (at + 1) * pieceSize))
  }

  /** Resolves when all of it is on disk. The first piece that the disk refuses is the last one. */
  const writePieces = async (pieces: readonly (readonly string[])[], work: (piece: readonly string[]) => void): Promise<void> => {
    const written = createTurnsWritten(journal)
    for (const piece of pieces) {
      journal.write(() => work(piece))
      await written.nextTurn()
    }
    await written.durable()
  }

  return {
    /** What `fix` would do. Nothing is changed. */
    plan: async (imageIds: readonly string[], wishes: readonly FixWish[]): Promise<FixPlan> => {
      const count = createCount(isUploaded)
      for (const [at, piece] of toPieces(imageIds).entries()) {
        if (at > 0) await journal.nextTurn()
        for (const planned of planPiece(piece, wishes)) count.add(planned)
      }
      return count.plan()
    },
    /** Chooses these fixes for the pictures that need them, beside those that they have. A picture is fixed whole or not at all. */
    fix: async (imageIds: readonly string[], wishes: readonly FixWish[]): Promise<FixPlan & { readonly earlier: Earlier }> => {
      const count = createCount(isUploaded)
      const earlier = new Map<string, string[]>()
      await writePieces(toPieces(imageIds), (piece) => {
        for (const planned of planPiece(piece, wishes)) {
          count.add(planned)
          const { sha256 } = planned.image
          const before = fixesKeyOf(planned.image)
          if (toFixesKey(planned.fixes) === before) continue
          pictureFixes.set(sha256, planned.fixes)
          const alike = earlier.get(before)
          if (alike) alike.push(sha256)
          else earlier.set(before, [sha256])
        }
      })
      return { ...count.plan(), earlier: [...earlier].map(([fixes, originals]) => ({ fixes, originals })) }
    },
    /** Gives originals the fixes again that they had before `fix`; how many have others now than a moment ago. */
    putFixesBack: async (earlier: Earlier): Promise<number> => {
      let changed = 0
      for (const { fixes, originals } of earlier)
        await writePieces(toPieces(originals), (piece) => {
          for (const image of piece.flatMap((sha256) => images.ofContent(sha256) ?? [])) {
            if (toFixesKey(pictureFixes.of(image.sha256)) === fixes) continue
            pictureFixes.set(image.sha256, readFixesKey(fixes))
            changed++
          }
        })
      return changed
    },
    /** Takes all fixes of these pictures back; how many had some. */
    unfix: async (imageIds: readonly string[]): Promise<number> => {
      let unfixed = 0
      await writePieces(toPieces(imageIds), (piece) => {
        for (const image of piece.flatMap((id) => images.get(id) ?? [])) {
          if (!image.fixes) continue
          pictureFixes.set(image.sha256, null)
          unfixed++
        }
      })
      return unfixed
    },
  }
}

export type PictureFixing = ReturnType<typeof createPictureFixing>
