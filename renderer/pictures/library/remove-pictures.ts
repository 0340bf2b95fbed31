import { create } from 'zustand'
import { keptWords } from '../../../shared/base/kept-words.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { canRestoreWords } from '../../../shared/removed/removed-words.ts'
import { client } from '../../bridge.ts'
import { countOfIds } from '../../picture-ids.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { sayUnderWay } from '../../ui/under-way.ts'
import { doNow } from '../../ui/undo.ts'
import { dropSelected } from './library-view.ts'
import { readSelected } from './select-once-read.ts'

type Ids = ReadonlySet<string> | readonly string[]

/** As many are removed without a question. */
const mostUnasked = 20

/** The removal that a person is asked about. */
export const useRemovalQuestion = create<{ readonly asked: { readonly count: number; readonly answer: (yes: boolean) => void } | null }>(
  () => ({
    asked: null,
  }),
)

const isWanted = async (count: number): Promise<boolean> => {
  if (count <= mostUnasked) return true
  useRemovalQuestion.getState().asked?.answer(false)
  const yes = await new Promise<boolean>((answer) => useRemovalQuestion.setState({ asked: { count, answer } }))
  useRemovalQuestion.setState({ asked: null })
  return yes
}

const putBack = async (ids: Ids): Promise<boolean> => {
  try {
    const { restored } = await sayUnderWay(countOfIds(ids), `Putting ${countOf(countOfIds(ids), 'picture')} back…`, () =>
      client.library.restore({ imageIds: [...ids] }),
    )
    tell(`${countOf(restored, 'picture')} back in the library`)
    return true
  } catch (error) {
    tellProblem('The pictures were not put back.', error)
    return false
  }
}

const remove = async (ids: Ids): Promise<void> => {
  try {
    const { removed } = await sayUnderWay(countOfIds(ids), `Removing ${countOf(countOfIds(ids), 'picture')}…`, () =>
      client.library.remove({ imageIds: [...ids] }),
    )
    dropSelected(ids)
    // On a quick second press the first note stays, with its Undo.
    if (removed === 0) return
    tell(`${countOf(removed, 'picture')} removed`, {
      text: `Uploaded pictures stay in the workspace and on their products. ${canRestoreWords}`,
      undo: { run: () => putBack(ids) },
    })
  } catch (error) {
    tellProblem(keptWords['nothing-removed'], error)
  }
}

/** Removes pictures from the library, and offers Undo. Asks first where there are many. */
export const removePictures = async (ids: Ids): Promise<void> => {
  if (await isWanted(countOfIds(ids))) await doNow(remove(ids))
}

/** Removes the selected pictures, if there are any. */
export const removeSelected = async (): Promise<void> => {
  const ids = await readSelected()
  if (ids.size > 0) await removePictures(ids)
}
