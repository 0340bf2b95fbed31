import { client } from '../../bridge.ts'
import { goTo } from '../../navigation.ts'
import { tellProblem } from '../../ui/tell.tsx'
import { showRows } from './sheet-view.ts'

/** The sheet of these pictures alone; its filters show all again. */
export const openInSheet = async (pictures: ReadonlySet<string>): Promise<void> => {
  try {
    const name = await client.sheet.keepSelection({ imageIds: [...pictures] })
    showRows({ rows: 'pictures', text: '', only: [], product: null, drop: null, images: { name, count: pictures.size } })
    goTo('sheet')
  } catch (error) {
    tellProblem('The sheet could not be opened.', error)
  }
}
