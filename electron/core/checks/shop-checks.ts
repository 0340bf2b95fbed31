import { createHash } from 'node:crypto'
import { type CheckFacts, checkEarlier, checkingVersion, checkPicture, countResults } from '../../../shared/checks/checks.ts'
import type { PictureMeasurement } from '../../../shared/checks/measurements.ts'
import type { CheckedProfile } from '../../../shared/checks/requirement-checks.ts'
import type { RequirementProfile, RuleKind } from '../../../shared/checks/requirement-profiles.ts'
import { sendingFor } from '../../../shared/service/sending.ts'
import type { Journal } from '../base/database/journal.ts'
import { createTurnsWritten } from '../base/database/turns-written.ts'
import type { Platform } from '../base/platform/platform.ts'
import { createBackgroundWork } from '../pictures/background/background-work.ts'
import { asItCame, readSettingsKey, toSettingsKey } from '../pictures/library/conversion-settings.ts'
import { isAboutPlaces, placeBits, readPlaces } from '../pictures/library/picture-places.ts'
import type { ImageStore, StoredImage } from '../pictures/library/picture-store.ts'
import type { SentFiles } from '../pictures/library/sent-files.ts'
import type { ConnectionStore } from '../workspaces/connections/connection-store.ts'
import { createCheckStore, type StoredResults } from './check-store.ts'
import type { JudgedFile } from './judged-file.ts'
import type { WantedMeasurements } from './measure-pictures.ts'
import { toCheckFacts, unknownFacts } from './picture-facts.ts'
import type { ProfileStore } from './profile-store.ts'

/** Changes come by the hundred; one look for all of them, in milliseconds. */
const lookMs = 250
/** Pictures that are judged in one turn of the event loop: a few milliseconds. */
const pieceSize = 50
/** Pieces after which windows are told. */
const toldPieces = 10

/** Rules that are judged by pixels; whether a file becomes a PNG depends on them, too. */
const ofPixels: readonly RuleKind[] = ['white-background', 'fill', 'sharpness', 'format']

type Ports = Pick<Platform, 'clock' | 'timers'> & {
  readonly journal: Journal
  readonly profiles: ProfileStore
  readonly images: Pick<ImageStore, 'getBySeq'>
  readonly sentFiles: Pick<SentFiles, 'find'>
  readonly connections: Pick<ConnectionStore, 'active'>
  /** What was measured of a picture, as its fixes make it; `null`: not measured yet. */
  readonly measurementOf: (image: StoredImage) => PictureMeasurement | 'failed' | null
  /** Some pictures have other results now. */
  readonly onChecked: () => void
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

export type ShopChecks = ReturnType<typeof createShopChecks>

/**
 * Checks pictures by the profiles that the active workspace uses. Results are kept for filters and badges, and made in the background: a row counts
 * only while its basis is today’s, so that no stored result is ever an earlier one (README.md).
 */
export const createShopChecks = (ports: Ports) => {
  const { journal, profiles, images, sentFiles, connections, clock, timers } = ports
  const store = createCheckStore(journal)

  const used = (): RequirementProfile[] => profiles.listUsed(connections.active()?.id ?? null)

  /** Names what results depend on besides the picture itself: profiles, upload settings, and this version’s judgement. `null`: no profile is in use. */
  const basis = (): string | null => {
    const all = used()
    if (all.length === 0) return null
    const hash = createHash('sha256').update(JSON.stringify([checkingVersion, sendingFor(connections.active(), null), all]))
    return hash.digest('hex').slice(0, 16)
  }

  const factsOf = (image: StoredImage): CheckFacts => {
    const settings = sendingFor(connections.active(), image)
    return toCheckFacts(image, settings, sentFiles.find(image, settings) ?? null, ports.measurementOf(image))
  }

  /** Of a file that was sent, by its original and settings (`sources.settings`). */
  const factsOfSent = (of: StoredImage, key: string): CheckFacts => {
    const settings = key === '' ? asItCame : readSettingsKey(key)
    if (!settings) return unknownFacts
    const { fixes: _, ...plain } = of
    const picture = settings.fixes ? { ...plain, fixes: settings.fixes } : plain
    // The file of an earlier converter may have been another one.
    const isKnown = key === '' || toSettingsKey(settings) === key
    return toCheckFacts(picture, settings, (isKnown ? sentFiles.find(picture, settings) : null) ?? null, ports.measurementOf(picture))
  }

  const judge = (image: StoredImage, all: readonly RequirementProfile[]): StoredResults[] => {
    const facts = factsOf(image)
    return all.map((profile) => {
      const results = checkPicture(profile, facts)
      return {
        profile: profile.id,
        pictures: profile.pictures,
        ...countResults(results),
        results: results.filter(({ state }) => state !== 'passed'),
      }
    })
  }

  /** Judges some pictures; `false`: none is due. */
  const judgePiece = (): boolean => {
    const today = basis()
    const due = today === null || background.signal.aborted ? [] : store.listDue(today, pieceSize)
    if (today === null || due.length === 0) return false
    const all = used()
    journal.write(() => {
      for (const seq of due) {
        const image = images.getBySeq(seq)
        store.keep(seq, today, image ? judge(image, all) : [])
      }
    })
    return true
  }

  const work = async (): Promise<void> => {
    const written = createTurnsWritten(journal)
    let pieces = 0
    while (judgePiece()) {
      await written.nextTurn()
      pieces++
      if (pieces % toldPieces === 0) ports.onChecked()
    }
    if (pieces % toldPieces > 0) ports.onChecked()
  }

  const isDue = (): boolean => {
    const today = basis()
    return today !== null && store.hasDue(today)
  }

  const background = createBackgroundWork<never>({
    clock,
    timers,
    lookMs: () => lookMs,
    hasWork: (): boolean => background.hasBegun() && isDue(),
    work,
    countLeft: () => (isDue() ? 1 : 0),
    onTrouble: (reason) => ports.log({ event: 'pictures-not-checked', ...reason.toRecord() }),
  })

  /** What the rules in use need. */
  const wanted = (): WantedMeasurements => {
    const kinds = new Set(used().flatMap(({ rules }) => rules.map(({ kind }) => kind)))
    if (kinds.has('text')) return 'pixels-and-print'
    return ofPixels.some((kind) => kinds.has(kind)) ? 'pixels' : 'nothing'
  }

  return {
    used,
    basis,
    wanted,
    isDue,
    /** Of these profiles, those that are about a place that the active workspace’s products give this picture; all if they don’t show it. */
    pickFor: (image: Pick<StoredImage, 'id'>, all: readonly RequirementProfile[]): readonly RequirementProfile[] => {
      const connection = connections.active()
      if (!connection || all.every(({ pictures }) => pictures === 'every')) return all
      const places = readPlaces(journal, connection.id, image.id)
      return all.filter(({ pictures }) => isAboutPlaces(placeBits[pictures], places))
    },
    /** What these profiles find in a picture now; `earlier`: in the file of it that the workspace has. */
    check: (image: StoredImage, all: readonly RequirementProfile[], earlier: JudgedFile['earlier'] = null): CheckedProfile[] => {
      const facts = factsOf(image)
      const sent = earlier && factsOfSent(earlier.of, earlier.settings)
      return all.map((profile) => {
        const results = sent ? checkEarlier(profile, sent, facts) : checkPicture(profile, facts)
        const { id, name, revision, pictures } = profile
        return {
          ...{ id, name, revision, pictures },
          ...countResults(results),
          rules: results.flatMap((result) => {
            const rule = profile.rules[result.rule]
            return rule ? [{ rule, result }] : []
          }),
        }
      })
    },
    begin: background.begin,
    noticed: background.noticed,
    stop: background.stop,
  }
}
