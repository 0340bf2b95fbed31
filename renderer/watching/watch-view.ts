import { create } from 'zustand'
import { client } from '../bridge.ts'
import { tellProblem } from '../ui/tell.tsx'

/** A folder that a person chose in the system's dialog. Its path is only shown: the core knows it by `target`. */
export type ChosenFolder = { readonly target: string; readonly path: string; readonly name: string }

type WatchView = {
  /** The folder that is about to be watched. */
  readonly chosen: ChosenFolder | null
  /** The watched folder whose rules are being changed. */
  readonly changing: string | null
}

export const useWatchView = create<WatchView>(() => ({ chosen: null, changing: null }))

export const closeWatching = (): void => useWatchView.setState({ chosen: null, changing: null })
export const openWatchRules = (id: string): void => useWatchView.setState({ changing: id })

/** Asks for a folder in the system's dialog, and what to do with its pictures in one of ours. */
export const chooseFolderToWatch = async (): Promise<void> => {
  try {
    const chosen = await client.watching.choose()
    if (chosen) useWatchView.setState({ chosen })
  } catch (error) {
    tellProblem('No folder was chosen.', error)
  }
}
