import { keptWords } from '../../shared/words/errors/kept.ts'
import { countOf } from '../../shared/words/numbers.ts'
import { client } from '../bridge.ts'
import { withIds } from '../hand-over.ts'
import { tell, tellProblem } from '../ui/tell.tsx'
import { dropSelected } from './library-view.ts'
import { readSelected } from './select-once-read.ts'

const putBack = async (ids: ReadonlySet<string> | readonly string[]): Promise<void> => {
  try {
    const { restored } = await withIds(ids, (imageIds) => client.library.restore({ imageIds }))
    tell(`${countOf(restored, 'picture')} back in the library`)
  } catch (error) {
    tellProblem('The pictures were not put back.', error)
  }
}

/** Removes pictures from the library, and offers Undo. */
export const removePictures = async (ids: ReadonlySet<string> | readonly string[]): Promise<void> => {
  try {
    const { removed } = await withIds(ids, (imageIds) => client.library.remove({ imageIds }))
    dropSelected(ids)
    // On a quick second press the first note stays, with its Undo.
    if (removed === 0) return
    tell(`${countOf(removed, 'picture')} removed`, {
      text: 'Only from this library. Uploaded pictures stay in the workspace and on their products.',
      action: { label: 'Undo', run: () => void putBack(ids) },
    })
  } catch (error) {
    tellProblem(keptWords['nothing-removed'], error)
  }
}

/** Removes the selected pictures, if there are any. */
export const removeSelected = async (): Promise<void> => {
  const ids = await readSelected()
  if (ids.size > 0) await removePictures(ids)
}
