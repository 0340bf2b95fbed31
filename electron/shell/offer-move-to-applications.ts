import { posix } from 'node:path'

/**
 * Where a Mac app was started from. `disk-image`: it is gone when the image is ejected. `translocated`: macOS runs a copy of the
 * downloaded app, at a new path each time. From neither, nor from Downloads, can it update itself or keep its links.
 */
export type AppPlace = 'elsewhere' | 'disk-image' | 'translocated' | 'downloads'

type Start = { readonly platform: NodeJS.Platform; readonly executable: string; readonly home: string }

/** On other systems, and for any place chosen on purpose: `elsewhere`. */
export const findAppPlace = ({ platform, executable, home }: Start): AppPlace => {
  if (platform !== 'darwin') return 'elsewhere'
  // The executable is inside Packshot.app/Contents/MacOS.
  const folder = posix.resolve(posix.dirname(executable), '../../..')
  if (executable.includes('/AppTranslocation/')) return 'translocated'
  if (posix.dirname(folder) === '/Volumes') return 'disk-image'
  const downloads = posix.join(home, 'Downloads')
  return folder === downloads || folder.startsWith(`${downloads}/`) ? 'downloads' : 'elsewhere'
}

type Ports = {
  readonly place: AppPlace
  /** Whether a person has said no at a start from there. */
  readonly wasDeclined: () => boolean
  readonly noteDeclined: () => void
  readonly ask: () => Promise<'move' | 'not-now'>
  /** Moves the app and starts it there; this process then quits. False: a person cancelled. Throws the reason if it can't. */
  readonly move: () => boolean
  readonly tellFailed: () => Promise<void>
}

/** Offers to move to Applications if needed: once per place, until a person says no. Never rejects. */
export const offerMoveToApplications = async ({ place, wasDeclined, noteDeclined, ask, move, tellFailed }: Ports): Promise<void> => {
  if (place === 'elsewhere' || wasDeclined()) return
  if ((await ask()) === 'not-now') return noteDeclined()
  try {
    move()
  } catch {
    await tellFailed()
  }
}
