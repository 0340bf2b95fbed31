import { keptWords } from '../../shared/words/errors/kept.ts'
import { countOf } from '../../shared/words/numbers.ts'
import { client } from '../bridge.ts'
import { tell, tellProblem } from '../ui/tell.tsx'
import { setSelection, useLibraryView } from './library-view.ts'
import { without } from './selection.ts'

const putBack = async (imageIds: string[]): Promise<void> => {
  try {
    const { restored } = await client.library.restore({ imageIds })
    tell(`${countOf(restored, 'picture')} back in the library`)
  } catch (error) {
    tellProblem('The pictures were not put back.', error)
  }
}

/** Removes pictures from the library, and offers Undo. */
export const removePictures = async (imageIds: string[]): Promise<void> => {
  try {
    const { removed } = await client.library.remove({ imageIds })
    setSelection(without(useLibraryView.getState().selection, imageIds))
    // On a quick second press the first note stays, with its Undo.
    if (removed === 0) return
    tell(`${countOf(removed, 'picture')} removed`, {
      text: 'Only from this library. Uploaded pictures stay in the workspace and on their products.',
      action: { label: 'Undo', run: () => void putBack(imageIds) },
    })
  } catch (error) {
    tellProblem(keptWords['nothing-removed'], error)
  }
}
