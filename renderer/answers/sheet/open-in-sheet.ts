import { goTo } from '../../navigation.ts'
import { withIds } from '../../picture-ids.ts'
import { tellProblem } from '../../ui/tell.tsx'
import { showRows } from './sheet-view.ts'

/** The sheet of these pictures alone; its filters show all again. */
export const openInSheet = async (pictures: ReadonlySet<string>): Promise<void> => {
  try {
    const images = await withIds(pictures, async (ids) => ({ ids, count: pictures.size }))
    showRows({ rows: 'pictures', text: '', only: [], product: null, drop: null, images })
    goTo('sheet')
  } catch (error) {
    tellProblem('The sheet could not be opened.', error)
  }
}
