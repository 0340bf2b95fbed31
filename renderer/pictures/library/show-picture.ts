import { AppError } from '../../../shared/base/errors.ts'
import { client } from '../../bridge.ts'
import { goTo } from '../../navigation.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { noFilter, setFilter, setSelection, useLibraryView } from './library-view.ts'
import { choose } from './selection.ts'

/** Shows one picture in the library, found by its name; says so if it was removed. */
export const showPicture = async (id: string, name: string): Promise<void> => {
  try {
    await client.library.details({ imageId: id })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unknown-id')) return tellProblem('The picture cannot be shown.', error)
    return tell(`${name === '' ? 'The picture' : `“${name}”`} is no longer in the library`, {
      text: 'It was removed. Add the file again to restore it with its answers.',
    })
  }
  setFilter({ ...noFilter, text: name })
  setSelection(choose([id]))
  useLibraryView.setState({ isDetailsOpen: true })
  goTo('library')
}
