import { countOf, formatCount } from './number-words.ts'

type Closing = {
  /** Jobs that would continue without a window. */
  readonly jobsLeft: number
  /** The names of the folders that are watched. */
  readonly folders: readonly string[]
}

/** “shoot”, or “2 folders”. */
const namesOf = (folders: readonly string[]): string => (folders.length === 1 ? `“${folders[0]}”` : countOf(folders.length, 'folder'))

const keepTheWindow = 'Keep the window open'

/** What a closing window asks. Buttons: continue without it, quit, keep it. `remember`: the label of a checkbox; `null`: it has none. */
export const describeClosing = ({ jobsLeft, folders }: Closing) => {
  if (jobsLeft === 0)
    return {
      message: `Keep watching ${namesOf(folders)}?`,
      detail:
        'Without its window, Packshot stays in the tray and adds new pictures as they come. Start it again to show the window. If you quit, new pictures are added at the next start.',
      buttons: ['Keep watching in background', 'Quit', keepTheWindow],
      remember: 'Don’t ask again. You can change this in Settings.',
    }
  const work = jobsLeft === 1 ? 'One job is not done yet' : `${formatCount(jobsLeft)} jobs are not done yet`
  return {
    message: folders.length === 0 ? `${work}.` : `${work}, and Packshot watches ${namesOf(folders)}.`,
    detail:
      folders.length === 0
        ? 'Nothing is lost either way. Packshot can continue in the background and quit when the work is done, or continue at the next start.'
        : 'Nothing is lost either way. Packshot can continue and keep watching in the background, or do both at the next start.',
    buttons: ['Continue in background', 'Continue at next start', keepTheWindow],
    remember: null,
  }
}

/** What the tray icon says of a Packshot without a window. */
export const describeTray = (folders: readonly string[]): string =>
  folders.length === 0 ? 'Packshot is working' : `Packshot is watching ${namesOf(folders)}`
