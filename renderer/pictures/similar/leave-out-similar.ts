import { keptWords } from '../../../shared/base/kept-words.ts'
import type { LibraryGroup } from '../../../shared/pictures/library.ts'
import { describeDifferent } from '../../../shared/pictures/similar-words.ts'
import { client } from '../../bridge.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { readGroupIds } from '../library/library-groups.ts'
import type { LibraryOrder } from '../library/library-rows.ts'
import { useLibraryView } from '../library/library-view.ts'
import { removePictures } from '../library/remove-pictures.ts'
import { selectionRead } from '../library/select-once-read.ts'

/** The most pictures of a group that are called different at once. */
const mostDifferent = 500

/** Removes the pictures of a group that are shown, but for the one to keep, and offers Undo. */
export const leaveOutOthers = async (order: LibraryOrder, version: string, { key }: LibraryGroup): Promise<void> => {
  try {
    const others = (await readGroupIds(order, version, key)).filter((one) => one !== key)
    if (others.length > 0) await removePictures(others)
  } catch (error) {
    tellProblem(keptWords['nothing-removed'], error)
  }
}

/** The same in every group. */
export const leaveOutAllOthers = async (): Promise<void> => {
  try {
    const others = await client.similar.others({})
    if (others.length > 0) await removePictures(others)
  } catch (error) {
    tellProblem(keptWords['nothing-removed'], error)
  }
}

const takeBack = async (at: number): Promise<void> => {
  try {
    await client.similar.same({ at })
  } catch (error) {
    tellProblem(keptWords['nothing-changed'], error)
  }
}

/** The selected pictures of a group show something else than the others; if none or all of it is selected, each shows something else. */
export const callDifferent = async (order: LibraryOrder, version: string, { key }: LibraryGroup): Promise<void> => {
  try {
    const ids = await readGroupIds(order, version, key)
    await selectionRead()
    const { selection } = useLibraryView.getState()
    const chosen = ids.filter((one) => selection.ids.has(one))
    const isSome = chosen.length > 0 && chosen.length < ids.length
    const from = ids.filter((one) => !selection.ids.has(one))
    const { pairs, at } = await client.similar.different(
      isSome ? { imageIds: chosen.slice(0, mostDifferent), from } : { imageIds: ids.slice(0, mostDifferent) },
    )
    tell(describeDifferent(pairs), pairs === 0 ? {} : { undo: { run: () => takeBack(at) } })
  } catch (error) {
    tellProblem(keptWords['nothing-changed'], error)
  }
}
